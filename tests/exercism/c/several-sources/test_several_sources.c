#include "test-framework/unity.h"
#include "several_sources.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_total(void)
{
   TEST_ASSERT_EQUAL_INT(6, total(1, 2, 3));
}

int main(void)
{
   UnityBegin("test_several_sources.c");

   RUN_TEST(test_total);

   return UnityEnd();
}
