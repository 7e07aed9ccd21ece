#include "drawer.h"
#include "test-framework/unity.h"
#include <errno.h>
#include <stdlib.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_one(void)
{
   TEST_ASSERT_EQUAL_INT(EXIT_SUCCESS, put_in(1));
}

static void test_too_many(void)
{
   TEST_IGNORE();
   TEST_ASSERT_EQUAL_INT(EXIT_FAILURE, put_in(1000));
   TEST_ASSERT_EQUAL_INT(ENOBUFS, errno);
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_one);
   RUN_TEST(test_too_many);

   return UNITY_END();
}
