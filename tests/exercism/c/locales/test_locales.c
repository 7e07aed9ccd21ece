#include "test-framework/unity.h"
#include "locales.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_of_the_environment(void)
{
   TEST_ASSERT_TRUE(same_letters("", "Γειά", "γΕΙΆ"));
}

static void test_that_knows_no_language(void)
{
   TEST_IGNORE();
   TEST_ASSERT_TRUE(same_letters("C.UTF-8", "Größe", "gRÖßE"));
}

static void test_that_most_machines_have(void)
{
   TEST_IGNORE();
   TEST_ASSERT_TRUE(same_letters("en_US.UTF-8", "Γειά", "γΕΙΆ"));
   TEST_ASSERT_TRUE(same_letters("en_GB.utf8", "Été", "éTÉ"));
}

static void test_of_the_language(void)
{
   TEST_IGNORE();
   TEST_ASSERT_TRUE(same_letters("el_GR.UTF-8", "Γειά", "γΕΙΆ"));
}

static void test_other_letters(void)
{
   TEST_IGNORE();
   TEST_ASSERT_FALSE(same_letters("en_US.UTF-8", "ΑΒ", "αγ"));
}

int main(void)
{
   UNITY_BEGIN();

   RUN_TEST(test_of_the_environment);
   RUN_TEST(test_that_knows_no_language);
   RUN_TEST(test_that_most_machines_have);
   RUN_TEST(test_of_the_language);
   RUN_TEST(test_other_letters);

   return UNITY_END();
}
