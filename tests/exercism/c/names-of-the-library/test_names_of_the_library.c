#include "test-framework/unity.h"
#include "names_of_the_library.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_write_and_read(void)
{
   int value;

   TEST_ASSERT_EQUAL(0, write(42));
   TEST_ASSERT_EQUAL(0, read(&value));
   TEST_ASSERT_EQUAL(42, value);
}

static void test_index(void)
{
   TEST_ASSERT_EQUAL(1, index(1));
}

int main(void)
{
   UnityBegin("test_names_of_the_library.c");

   RUN_TEST(test_write_and_read);
   RUN_TEST(test_index);

   return UnityEnd();
}
