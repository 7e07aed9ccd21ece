#include "test-framework/unity.h"
#include "never_set.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_three_numbers(void)
{
   const int numbers[] = { 1, 2, 3 };
   TEST_ASSERT_EQUAL_INT(6, sum_of(numbers, 3));
}

int main(void)
{
   UNITY_BEGIN();
   RUN_TEST(test_three_numbers);
   return UNITY_END();
}
