#include "test-framework/unity.h"
#include "names_without_test.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_lamps(size_t expected, const int *lamps, size_t count)
{
   TEST_ASSERT_EQUAL_size_t_MESSAGE(expected, lamps_on(lamps, count), "lamps");
}

// task 1
static void check_all_are_off(void)
{
   const int lamps[] = { 0, 0 };

   test_lamps(0, lamps, LENGTH(lamps));
}

static void
it_counts_a_lamp_whose_name_is_so_long_that_the_line_breaks_behind_the_parenthesis(
    void)
{
   TEST_IGNORE();   // delete this line to run test

   test_lamps(2, (const int[]){ 1, 0, 1 }, 3);
}

static void
    count_flickering_lamps
    (void) {
   TEST_IGNORE();
   test_lamps(1, (const int[]){ 2 }, 1);
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(check_all_are_off);
   RUN_TEST(
       it_counts_a_lamp_whose_name_is_so_long_that_the_line_breaks_behind_the_parenthesis);
   RUN_TEST
       (count_flickering_lamps);

   return UNITY_END();
}
