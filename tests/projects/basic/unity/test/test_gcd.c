#include <stdio.h>

#include "gcd.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static void test_of_equal_numbers(void) { TEST_ASSERT_EQUAL_INT(4, gcd(4, 4)); }

static void test_of_a_prime(void) {
  printf("7 is a prime\n");
  TEST_ASSERT_EQUAL_INT_MESSAGE(7, gcd(7, 12), "a prime has no divisors");
}

static void test_of_zero(void) { TEST_IGNORE_MESSAGE("not yet"); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_of_equal_numbers);
  RUN_TEST(test_of_a_prime);
  RUN_TEST(test_of_zero);
  return UNITY_END();
}
