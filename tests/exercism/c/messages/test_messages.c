#include "test-framework/unity.h"
#include "messages.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_string(void)
{
   TEST_ASSERT_EQUAL_STRING("Hello", greeting());
}

static void test_array(void)
{
   int expected[] = { 0, 1, 3 };
   int actual[3];

   count(actual);
   TEST_ASSERT_EQUAL_INT_ARRAY(expected, actual, 3);
}

static void test_float(void)
{
   TEST_ASSERT_EQUAL_FLOAT(1.5, half(3.0));
}

static void test_with_words(void)
{
   TEST_ASSERT_EQUAL_INT_MESSAGE(4, (int)half(9.0), "half of nine");
}

static void test_plain_failure(void)
{
   if (half(2.0) != 1.0)
      TEST_FAIL_MESSAGE("\"half\" isn't a half");
}

static void test_without_words(void)
{
   TEST_ASSERT(half(2.0) > 0.9);
}

static void test_bare_failure(void)
{
   TEST_FAIL();
}

int main(void)
{
   UnityBegin("test_messages.c");

   RUN_TEST(test_string);
   RUN_TEST(test_array);
   RUN_TEST(test_float);
   RUN_TEST(test_with_words);
   RUN_TEST(test_plain_failure);
   RUN_TEST(test_without_words);
   RUN_TEST(test_bare_failure);

   return UnityEnd();
}
