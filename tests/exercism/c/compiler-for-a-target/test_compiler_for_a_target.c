#include "compiler_for_a_target.h"
#include "test-framework/unity.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_twice_one(void)
{
   TEST_ASSERT_EQUAL_INT(2, twice(1));
}

static void test_twice_two(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(5, twice(2));
}

int main(void)
{
   UNITY_BEGIN();
   RUN_TEST(test_twice_one);
   RUN_TEST(test_twice_two);
   return UNITY_END();
}
