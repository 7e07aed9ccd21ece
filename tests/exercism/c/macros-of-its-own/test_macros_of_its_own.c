#include "test-framework/unity.h"
#include "macros_of_its_own.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_three(void)
{
   TEST_ASSERT_TRUE(is_odd(3));
}

static void test_four(void)
{
   TEST_IGNORE();
   TEST_ASSERT_FALSE(is_odd(4));
}

static void test_chain(void)
{
   TEST_IGNORE();
   chain_t chain = { 3 };
   TEST_ASSERT_EQUAL_INT(3, length_of(&chain));
}

static void test_label(void)
{
   TEST_IGNORE();
   const int min = 605;
   label_t label;
   TEST_ASSERT_EQUAL_STRING("10:05", label_of(min, &label));
   TEST_ASSERT_EQUAL_STRING("10:05", label.text);
   TEST_ASSERT_EQUAL_STRING(NO_MINUTES, label_of(-min, &label));
   TEST_ASSERT_EQUAL_INT(6, LONGEST);
}

int main(void)
{
   UnityBegin("test_macros_of_its_own.c");

   RUN_TEST(test_three);
   RUN_TEST(test_four);
   RUN_TEST(test_chain);
   RUN_TEST(test_label);

   return UnityEnd();
}
