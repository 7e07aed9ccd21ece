#include "gcd.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static void test_never_seen(void) { TEST_ASSERT_EQUAL_INT(4, lcm(4, 4)) }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_never_seen);
  return UNITY_END();
}
