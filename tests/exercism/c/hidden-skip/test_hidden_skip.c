#include "test-framework/unity.h"
#include "hidden_skip.h"

#define PENDING() TEST_IGNORE_MESSAGE("for later")
#define LATER TEST_IGNORE()
#define MUCH_LATER          \
   do {                     \
      TEST_IGNORE();        \
   } while (0)

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_first_floor(void)
{
   TEST_ASSERT_EQUAL_INT(12, steps_to(1));
}

static void test_second_floor(void)
{
   PENDING();
   TEST_ASSERT_EQUAL_INT(24, steps_to(2));
}

static void test_third_floor(void)
{
   LATER;
   TEST_ASSERT_EQUAL_INT(36, steps_to(3));
}

static void test_fourth_floor(void)
{
   MUCH_LATER;
   TEST_ASSERT_EQUAL_INT(49, steps_to(4));
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_first_floor);
   RUN_TEST(test_second_floor);
   RUN_TEST(test_third_floor);
   RUN_TEST(test_fourth_floor);

   return UNITY_END();
}
