#include "set_up.h"
#include <stddef.h>
#include "test-framework/unity.h"

static struct list *list;

void setUp(void)
{
   list = list_create();
}

void tearDown(void)
{
   list_destroy(list);
}

static void test_pop_gives_what_was_pushed(void)
{
   list_push(list, 7);
   TEST_ASSERT_EQUAL(7, list_pop(list));
}

static void test_each_test_has_a_list_of_its_own(void)
{
   TEST_IGNORE();
   list_push(list, 1);
   list_push(list, 2);
   TEST_ASSERT_EQUAL(2, list_pop(list));
   TEST_ASSERT_EQUAL(1, list_pop(list));
}

int main(void)
{
   UnityBegin("test_set_up.c");

   RUN_TEST(test_pop_gives_what_was_pushed);
   RUN_TEST(test_each_test_has_a_list_of_its_own);

   return UnityEnd();
}
