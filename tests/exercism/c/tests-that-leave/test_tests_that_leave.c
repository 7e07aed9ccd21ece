#include "test-framework/unity.h"
#include "tests_that_leave.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_until_one(void)
{
   for (int number = 8; number > 0; number = half(number)) {
      if (number == 1)
         TEST_PASS();
   }
   TEST_FAIL_MESSAGE("never came to one");
}

int main(void)
{
   UnityBegin("test_tests_that_leave.c");

   RUN_TEST(test_until_one);

   return UnityEnd();
}
