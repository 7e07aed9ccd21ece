#include <signal.h>

#include "gcd.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static void test_before(void) { TEST_ASSERT_EQUAL_INT(4, gcd(4, 4)); }
static void test_crashes(void) { raise(SIGSEGV); }
static void test_after(void) { TEST_ASSERT_EQUAL_INT(2, gcd(4, 6)); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_before);
  RUN_TEST(test_crashes);
  RUN_TEST(test_after);
  return UNITY_END();
}
