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

static void test_button_21(void)
{
   TEST_ASSERT_EQUAL_INT(21, floor_of(21));
}

static void test_button_22(void)
{
   TEST_ASSERT_EQUAL_INT(22, floor_of(22));
}

static void test_button_23(void)
{
   TEST_ASSERT_EQUAL_INT(23, floor_of(23));
}

static void test_button_24(void)
{
   TEST_ASSERT_EQUAL_INT(24, floor_of(24));
}

static void test_button_25(void)
{
   TEST_ASSERT_EQUAL_INT(25, floor_of(25));
}

static void test_button_26(void)
{
   TEST_ASSERT_EQUAL_INT(26, floor_of(26));
}

static void test_button_27(void)
{
   TEST_ASSERT_EQUAL_INT(27, floor_of(27));
}

static void test_button_28(void)
{
   TEST_ASSERT_EQUAL_INT(28, floor_of(28));
}

static void test_button_29(void)
{
   TEST_ASSERT_EQUAL_INT(29, floor_of(29));
}

static void test_button_30(void)
{
   TEST_ASSERT_EQUAL_INT(30, floor_of(30));
}

static void test_button_31(void)
{
   TEST_ASSERT_EQUAL_INT(31, floor_of(31));
}

static void test_button_32(void)
{
   TEST_ASSERT_EQUAL_INT(32, floor_of(32));
}

static void test_button_33(void)
{
   TEST_ASSERT_EQUAL_INT(33, floor_of(33));
}

static void test_button_34(void)
{
   TEST_ASSERT_EQUAL_INT(34, floor_of(34));
}

static void test_button_35(void)
{
   TEST_ASSERT_EQUAL_INT(35, floor_of(35));
}

static void test_button_36(void)
{
   TEST_ASSERT_EQUAL_INT(36, floor_of(36));
}

static void test_button_37(void)
{
   TEST_ASSERT_EQUAL_INT(37, floor_of(37));
}

static void test_button_38(void)
{
   TEST_ASSERT_EQUAL_INT(38, floor_of(38));
}

static void test_button_39(void)
{
   TEST_ASSERT_EQUAL_INT(39, floor_of(39));
}

static void test_button_40(void)
{
   TEST_ASSERT_EQUAL_INT(40, floor_of(40));
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
   RUN_TEST(test_button_21);
   RUN_TEST(test_button_22);
   RUN_TEST(test_button_23);
   RUN_TEST(test_button_24);
   RUN_TEST(test_button_25);
   RUN_TEST(test_button_26);
   RUN_TEST(test_button_27);
   RUN_TEST(test_button_28);
   RUN_TEST(test_button_29);
   RUN_TEST(test_button_30);
   RUN_TEST(test_button_31);
   RUN_TEST(test_button_32);
   RUN_TEST(test_button_33);
   RUN_TEST(test_button_34);
   RUN_TEST(test_button_35);
   RUN_TEST(test_button_36);
   RUN_TEST(test_button_37);
   RUN_TEST(test_button_38);
   RUN_TEST(test_button_39);
   RUN_TEST(test_button_40);

   return UnityEnd();
}
