#include "test-framework/unity.h"
#include "printed_before_a_crash.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_kettle(void)
{
   TEST_ASSERT_EQUAL_INT(2000, power_of(KETTLE));
}

static void test_toaster(void)
{
   TEST_ASSERT_EQUAL_INT(2000, power_of(TOASTER));
}

static void test_oven(void)
{
   TEST_ASSERT_EQUAL_INT(2000, power_of(OVEN));
}

static void test_fridge(void)
{
   TEST_ASSERT_EQUAL_INT(2000, power_of(FRIDGE));
}

static void test_mixer(void)
{
   TEST_ASSERT_EQUAL_INT(2000, power_of(MIXER));
}

static void test_stove(void)
{
   TEST_ASSERT_EQUAL_INT(2000, power_of(STOVE));
}

static void test_dishwasher(void)
{
   TEST_ASSERT_EQUAL_INT(2000, power_of(DISHWASHER));
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_kettle);
   RUN_TEST(test_toaster);
   RUN_TEST(test_oven);
   RUN_TEST(test_fridge);
   RUN_TEST(test_mixer);
   RUN_TEST(test_stove);
   RUN_TEST(test_dishwasher);

   return UNITY_END();
}
