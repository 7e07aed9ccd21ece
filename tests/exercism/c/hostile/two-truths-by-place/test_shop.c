#include "test-framework/unity.h"
#include "shop.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_noon(void)
{
   TEST_ASSERT_EQUAL(true, is_open(12));
}

static void test_midnight(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL(false, is_open(0));
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_noon);
   RUN_TEST(test_midnight);

   return UNITY_END();
}
