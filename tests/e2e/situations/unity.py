"""Unity: exit codes that lie, programs that end early, output that goes into a file."""
from situations import table

MAKEFILE = "CFLAGS = -Iunity\ntest: t\n\t./t\nt: t.c unity/unity.c\n\t$(CC) $(CFLAGS) -o $@ $^\n"
HEAD = '#include "unity.h"\n#include <stdlib.h>\nvoid setUp(void) {}\n'
row = table("make test", {"Makefile": MAKEFILE})


def program(tests, calls, end="return UNITY_END();", tear_down="", begin="UNITY_BEGIN();"):
    runs = " ".join(f"RUN_TEST({name});" for name in calls)
    return {"t.c": f"{HEAD}void tearDown(void) {{{tear_down}}}\n{tests}\nint main(void) {{ {begin} {runs} {end} }}\n"}


ONE_OF_TWO = "void test_good(void) { TEST_ASSERT_EQUAL(1, 1); }\nvoid test_bad(void) { TEST_ASSERT_EQUAL(1, 2); }"

ROWS = [
    row("phoenix-rtos/phoenix-rtos-project#1044",
        "The test programs ended with 0 always: their main threw Unity's result away.",
        program(ONE_OF_TWO, ["test_good", "test_bad"], "UNITY_END(); return 0;"),
        code="TEST_INCONSISTENT", tests={"test_good": "pass", "test_bad": "fail"}, says=("Expected 1 Was 2",),
        differs="The program's exit code is not that of its tests."),
    row("nunit/nunit-console#768",
        "The exit code is the number of failed tests, of which the system keeps 8 bits: 256 failed ones were a pass.",
        program("static int n;\nvoid test_each(void) { TEST_ASSERT_EQUAL(-1, n); }", [],
                'for (n = 0; n < 256; n++) RUN_TEST(test_each); return UNITY_END();'),
        code="TEST_INCONSISTENT", tests=None, says=("256 tests failed",), differs="256 failures are exit code 0."),
    row("ThrowTheSwitch/Unity#754",
        "main without UnityBegin: names and counts of another file were told.",
        program(ONE_OF_TWO, ["test_good", "test_bad"], begin=""),
        code="TEST_ASSERTION_FAILED", tests={"test_good": "pass", "test_bad": "fail"}),
    row("ThrowTheSwitch/Unity#305",
        "The makefile writes the output into a file and goes on: a crashed test was in no result.",
        {**program("void test_good(void) {}\nvoid test_crashes(void) { abort(); }\nvoid test_after(void) {}",
                   ["test_good", "test_crashes", "test_after"]),
         "Makefile": MAKEFILE.replace("\t./t\n", "\t-./t > results.txt 2>&1\n\t@grep -c FAIL results.txt || true\n")},
        code="TEST_ASSERTION_FAILED", tests={"test_good": "pass", "test_crashes": "fail", "test_after": "pass"},
        differs="The makefile ignores how the program ends."),
    row("ThrowTheSwitch/Unity#479",
        "A failure in a test and one in tearDown behind it: the program crashed, and nothing was told.",
        program(ONE_OF_TWO, ["test_bad", "test_good"], tear_down=' TEST_FAIL_MESSAGE("in tearDown"); '),
        code="TEST_ASSERTION_FAILED", tests={"test_good": "fail", "test_bad": "fail"}, says=("in tearDown", "Expected 1 Was 2")),
    row("ThrowTheSwitch/Unity#279",
        "The first test was shown, and the run stopped without a word.",
        program("void test_first(void) {}\nvoid test_stops(void) { exit(0); }\nvoid test_last(void) { TEST_ASSERT_EQUAL(1, 2); }",
                ["test_first", "test_stops", "test_last"]),
        code="TEST_INCONSISTENT", tests={"test_first": "pass", "test_stops": "fail", "test_last": "fail"},
        says=("exit code 0",), differs="The program ends with 0 in the midst of its tests."),
]
