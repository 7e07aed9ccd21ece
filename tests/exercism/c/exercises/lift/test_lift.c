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

static void test_first(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(1, floor_of('1'));
}

static void test_roof(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(12, floor_of('R'));
}

static void test_cellar(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(-1, floor_of('C'));
}

int main(void)
{
   UnityBegin("test_lift.c");

   RUN_TEST(test_ground);
   RUN_TEST(test_first);
   RUN_TEST(test_roof);
   RUN_TEST(test_cellar);

   return UnityEnd();
}
