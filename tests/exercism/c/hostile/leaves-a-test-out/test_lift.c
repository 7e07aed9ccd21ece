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
   TEST_ASSERT_EQUAL_INT(0, floor_of('G'));
}

static void test_roof(void)
{
   TEST_ASSERT_EQUAL_INT(12, floor_of('R'));
}

int main(void)
{
   UnityBegin("test_lift.c");

   RUN_TEST(test_ground);
   if (floor_of('R') >= 0)
      RUN_TEST(test_roof);

   return UnityEnd();
}
