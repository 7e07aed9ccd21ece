#include "test-framework/unity.h"
#include "commented_out.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_one(void)
{
   TEST_ASSERT_EQUAL_INT(1, digits(7));
}

static void test_two(void)
{
   TEST_ASSERT_EQUAL_INT(2, digits(77));
}

#if 0
static void test_three(void)
{
   TEST_ASSERT_EQUAL_INT(3, digits(777));
}
#endif

// static void test_four(void)
// {
//    TEST_ASSERT_EQUAL_INT(4, digits(7777));
// }

void test_five(void);
void test_five(void)
{
   TEST_ASSERT_EQUAL_INT(5, digits(77777));
}

int main(void)
{
   UnityBegin("test_commented_out.c");

   RUN_TEST(test_one);
   RUN_TEST(test_two);
   // RUN_TEST(test_four);
   /* RUN_TEST(test_three); */
#ifdef TEST_FIVE
   RUN_TEST(test_five);
#endif

   return UnityEnd();
}
