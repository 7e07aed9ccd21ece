#include "test-framework/unity.h"
#include "beyond_the_heap.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_ones(void)
{
   row_t *row = new_row(2);
   TEST_ASSERT_EQUAL_INT(1, row->values[1]);
   delete_row(row);
}

static void test_squares(void)
{
   TEST_IGNORE();   // delete this line to run test
   row_t *row = squares(14);
   TEST_ASSERT_EQUAL_INT(144, row->values[12]);
   delete_row(row);
}

static void test_none(void)
{
   TEST_IGNORE();
   row_t *row = new_row(0);
   TEST_ASSERT_EQUAL(0, row->length);
   delete_row(row);
}

int main(void)
{
   UnityBegin("test_beyond_the_heap.c");

   RUN_TEST(test_ones);
   RUN_TEST(test_squares);
   RUN_TEST(test_none);

   return UnityEnd();
}
