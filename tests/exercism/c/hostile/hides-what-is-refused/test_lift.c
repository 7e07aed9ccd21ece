#include "test-framework/unity.h"
#include "lift.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_ground(void)
{
   int expected = 0;
   TEST_ASSERT_TRUE(is_floor('G'));
   TEST_ASSERT_TRUE(floor_of('G') == expected);
}

static void test_none(void)
{
   int expected = 12;
   TEST_ASSERT_FALSE(is_floor('?'));
   TEST_ASSERT_TRUE(floor_of('R') == expected);
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_ground);
   RUN_TEST(test_none);

   return UNITY_END();
}
