#include "test-framework/unity.h"
#include "unicode.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_größe_の_挨拶(void)
{
   /* 挨拶 */
   TEST_ASSERT_EQUAL_STRING("こんにちは", greeting("Zoë"));
}

static void test_another(void)
{
   TEST_ASSERT_EQUAL_STRING("é", greeting("Jürgen"));
}

int main(void)
{
   UnityBegin("test_unicode.c");

   RUN_TEST(test_größe_の_挨拶);
   RUN_TEST(test_another);

   return UnityEnd();
}
