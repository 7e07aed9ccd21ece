#include "test-framework/unity.h"
#include "sanitizer.h"
#include <limits.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_small_number(void)
{
   TEST_ASSERT_EQUAL_INT(4, doubled(2));
}

static void test_too_large_number(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(-2, doubled(INT_MAX));
}

static void test_negative_number(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(-6, doubled(-3));
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_small_number);
   RUN_TEST(test_too_large_number);
   RUN_TEST(test_negative_number);

   return UNITY_END();
}
