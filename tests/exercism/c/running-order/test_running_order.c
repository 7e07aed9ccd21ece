#include "test-framework/unity.h"
#include "running_order.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_first(void)
{
   TEST_ASSERT_EQUAL_INT(2, twice(1));
}

static void
test_second_with_a_name_that_is_too_long_for_the_line_it_stands_in_and_so_is_wrapped
    (void) {
   TEST_ASSERT_EQUAL_INT(5, twice(2));
}

static void test_third(void)
{
   TEST_ASSERT_EQUAL_INT(6, twice(3));
}

int main(void)
{
   UnityBegin("test_running_order.c");

   RUN_TEST(test_third);
   RUN_TEST
       (test_second_with_a_name_that_is_too_long_for_the_line_it_stands_in_and_so_is_wrapped);
   RUN_TEST(test_first);

   return UnityEnd();
}
