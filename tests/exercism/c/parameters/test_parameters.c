#include "test-framework/unity.h"
#include "parameters.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static const struct { int n, square; } rows[] = {
   { 1, 1 },
   { 2, 4 },
   { 3, 9 },
};
static size_t row;

static void check(int n, int expected)
{
   TEST_ASSERT_EQUAL_INT(expected, square(n));
}

static void test_one_row(void)
{
   check(rows[row].n, rows[row].square);
   row++;
}

static void test_all_rows(void)
{
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      check(rows[i].n, rows[i].square);
}

int main(void)
{
   UnityBegin("test_parameters.c");

   for (int i = 0; i < 3; i++)
      RUN_TEST(test_one_row);
   RUN_TEST(test_all_rows);

   return UnityEnd();
}
