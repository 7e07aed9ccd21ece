#include "test-framework/unity.h"
#include "makefile_of_the_track.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_year_not_divisible_by_4(void)
{
   TEST_ASSERT_FALSE(leap_year(2015));
}

static void test_year_divisible_by_4_not_by_100(void)
{
   TEST_IGNORE();   // delete this line to run test
   TEST_ASSERT_TRUE(leap_year(1996));
}

static void test_year_divisible_by_400(void)
{
   TEST_IGNORE();
   // a century
   TEST_ASSERT_TRUE(leap_year(2000));
}

int main(void)
{
   UnityBegin("test_makefile_of_the_track.c");

   RUN_TEST(test_year_not_divisible_by_4);
   RUN_TEST(test_year_divisible_by_4_not_by_100);
   RUN_TEST(test_year_divisible_by_400);

   return UnityEnd();
}
