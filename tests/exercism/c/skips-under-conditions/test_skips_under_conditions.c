#include "skips_under_conditions.h"
#include "test-framework/unity.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_what_stands_behind_is_run(void)
{
   if (value() == 7)
      TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(3, value());
}

static void test_what_stands_in_the_else_is_run(void)
{
   if (value() == 7)
      TEST_IGNORE_MESSAGE("not for seven");
   else
      TEST_ASSERT_EQUAL_INT(2, value());
}

static void test_a_loop_has_still_a_body(void)
{
   for (int i = 0; i < value(); i++) TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(2, value());
}

int main(void)
{
   UNITY_BEGIN();
   RUN_TEST(test_what_stands_behind_is_run);
   RUN_TEST(test_what_stands_in_the_else_is_run);
   RUN_TEST(test_a_loop_has_still_a_body);
   return UNITY_END();
}
