#include "lift.h"
#include "test-framework/unity.h"
#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_name(void)
{
   TEST_ASSERT_EQUAL_INT(0, strcmp("lift", is_floor(0) ? "stairs" : "none"));
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_name);

   return UNITY_END();
}
