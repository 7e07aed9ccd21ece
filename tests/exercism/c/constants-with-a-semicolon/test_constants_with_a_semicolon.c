#include "test-framework/unity.h"
#include "constants_with_a_semicolon.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_count_three(void)
{
   int counts[MAX_WORDS];
   counts[0] = count_words("one two three");
   TEST_ASSERT_EQUAL_INT(3, counts[0]);
}

int main(void)
{
   UNITY_BEGIN();
   RUN_TEST(test_count_three);
   return UNITY_END();
}
