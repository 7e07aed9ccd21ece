#include "test-framework/unity.h"
#include "skipped_tests.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_nothing(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(0, add(0, 0));
}

static void test_with_a_reason(void)
{
   TEST_IGNORE_MESSAGE("later");
   TEST_ASSERT_EQUAL_INT(3, add(1, 2));
}

static void test_in_the_middle(void)
{
   int sum = add(1, 1);

   TEST_IGNORE(); /* delete this line to run test */
   TEST_ASSERT_EQUAL_INT(3, sum);
}

int main(void)
{
   UnityBegin("test_skipped_tests.c");

   RUN_TEST(test_nothing);
   RUN_TEST(test_with_a_reason);
   RUN_TEST(test_in_the_middle);

   return UnityEnd();
}
