#include "test-framework/unity.h"
#include "lift.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_button_1(void)
{
   TEST_ASSERT_EQUAL_INT(1, floor_of(1));
}

static void test_button_2(void)
{
   TEST_ASSERT_EQUAL_INT(2, floor_of(2));
}

static void test_button_3(void)
{
   TEST_ASSERT_EQUAL_INT(3, floor_of(3));
}

static void test_button_4(void)
{
   TEST_ASSERT_EQUAL_INT(4, floor_of(4));
}

static void test_button_5(void)
{
   TEST_ASSERT_EQUAL_INT(5, floor_of(5));
}

static void test_button_6(void)
{
   TEST_ASSERT_EQUAL_INT(6, floor_of(6));
}

static void test_button_7(void)
{
   TEST_ASSERT_EQUAL_INT(7, floor_of(7));
}

static void test_button_8(void)
{
   TEST_ASSERT_EQUAL_INT(8, floor_of(8));
}

static void test_button_9(void)
{
   TEST_ASSERT_EQUAL_INT(9, floor_of(9));
}

static void test_button_10(void)
{
   TEST_ASSERT_EQUAL_INT(10, floor_of(10));
}

static void test_button_11(void)
{
   TEST_ASSERT_EQUAL_INT(11, floor_of(11));
}

static void test_button_12(void)
{
   TEST_ASSERT_EQUAL_INT(12, floor_of(12));
}

static void test_button_13(void)
{
   TEST_ASSERT_EQUAL_INT(13, floor_of(13));
}

static void test_button_14(void)
{
   TEST_ASSERT_EQUAL_INT(14, floor_of(14));
}

static void test_button_15(void)
{
   TEST_ASSERT_EQUAL_INT(15, floor_of(15));
}

static void test_button_16(void)
{
   TEST_ASSERT_EQUAL_INT(16, floor_of(16));
}

static void test_button_17(void)
{
   TEST_ASSERT_EQUAL_INT(17, floor_of(17));
}

static void test_button_18(void)
{
   TEST_ASSERT_EQUAL_INT(18, floor_of(18));
}

static void test_button_19(void)
{
   TEST_ASSERT_EQUAL_INT(19, floor_of(19));
}

static void test_button_20(void)
{
   TEST_ASSERT_EQUAL_INT(20, floor_of(20));
}

int main(void)
{
   UnityBegin("test_lift.c");

   RUN_TEST(test_button_1);
   RUN_TEST(test_button_2);
   RUN_TEST(test_button_3);
   RUN_TEST(test_button_4);
   RUN_TEST(test_button_5);
   RUN_TEST(test_button_6);
   RUN_TEST(test_button_7);
   RUN_TEST(test_button_8);
   RUN_TEST(test_button_9);
   RUN_TEST(test_button_10);
   RUN_TEST(test_button_11);
   RUN_TEST(test_button_12);
   RUN_TEST(test_button_13);
   RUN_TEST(test_button_14);
   RUN_TEST(test_button_15);
   RUN_TEST(test_button_16);
   RUN_TEST(test_button_17);
   RUN_TEST(test_button_18);
   RUN_TEST(test_button_19);
   RUN_TEST(test_button_20);

   return UnityEnd();
}
