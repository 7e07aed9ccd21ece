#include "test-framework/unity.h"
#include "colours.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_without_colour(void)
{
   TEST_ASSERT_EQUAL_STRING("green", colour(32));
}

static void test_with_colour(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_STRING("red", colour(31));
}

static void test_no_colour(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_STRING_MESSAGE("none", colour(0), "00m");
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_without_colour);
   RUN_TEST(test_with_colour);
   RUN_TEST(test_no_colour);

   return UNITY_END();
}
