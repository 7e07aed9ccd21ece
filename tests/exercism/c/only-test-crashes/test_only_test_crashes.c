#include "test-framework/unity.h"
#include "only_test_crashes.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_first_of_two(void)
{
   const int numbers[] = { 4, 2 };
   TEST_ASSERT_EQUAL_INT(4, first_of(numbers));
}

int main(void)
{
   UNITY_BEGIN();
   RUN_TEST(test_first_of_two);
   return UNITY_END();
}
