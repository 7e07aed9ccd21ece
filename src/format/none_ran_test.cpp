#include "format/none_ran.hpp"

#include <gmock/gmock.h>

#include <string>

namespace proctor::format {
namespace {

using ::testing::AllOf;
using ::testing::Field;
using ::testing::Optional;

auto failure(const std::string& line) {
  return Optional(AllOf(Field(&NoneRan::line, line), Field(&NoneRan::is_failure, true)));
}
auto remark(const std::string& line) {
  return Optional(AllOf(Field(&NoneRan::line, line), Field(&NoneRan::is_failure, false)));
}

TEST(NoneRan, IsAFailureToSomeTools) {
  EXPECT_THAT(find_none_ran("\n5 deselected in 0.01s\n"), failure("5 deselected in 0.01s"));
  EXPECT_THAT(find_none_ran("no tests ran in 0.00s"), failure("no tests ran in 0.00s"));
  EXPECT_THAT(
      find_none_ran("collected 2 items / 2 deselected / 0 selected\n"
                    "\n"
                    "============================ 2 deselected in 0.01s ============================\n"),
      failure("============================ 2 deselected in 0.01s ============================"));
  EXPECT_THAT(find_none_ran("\n---------------\nRan 0 tests in 0.000s\n\nNO TESTS RAN\n"),
              failure("NO TESTS RAN"));
  EXPECT_THAT(find_none_ran("No tests found, exiting with code 1\nRun with `--passWithNoTests`\n"),
              failure("No tests found, exiting with code 1"));
}

TEST(NoneRan, IsARemarkToOthers) {
  EXPECT_THAT(find_none_ran("testing: warning: no tests to run\nPASS\nok  \ta/b\t0.002s [no tests to run]\n"),
              remark("testing: warning: no tests to run"));
  EXPECT_THAT(find_none_ran("?   \ta/b\t[no test files]\n"), remark("?   \ta/b\t[no test files]"));
  EXPECT_THAT(find_none_ran("Test project /a/b\nNo tests were found!!!\n"), remark("No tests were found!!!"));
  EXPECT_THAT(find_none_ran("running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; "
                            "12 filtered out; finished in 0.00s\n"),
              remark("running 0 tests"));
  EXPECT_THAT(find_none_ran("\n\n  0 passing (1ms)\n\n"), remark("0 passing (1ms)"));
}

TEST(NoneRan, IsNotSaidWhereAnyTestRan) {
  EXPECT_EQ(find_none_ran(""), std::nullopt);
  EXPECT_EQ(find_none_ran("done\n"), std::nullopt);
  EXPECT_EQ(find_none_ran("3 passed, 5 deselected in 0.01s\n"), std::nullopt);
  EXPECT_EQ(find_none_ran("running 2 tests\ntest a ... ok\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\n"
                          "   Doc-tests a\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed\n"),
            std::nullopt);
  EXPECT_EQ(find_none_ran("?   \ta/b\t[no test files]\nok  \ta/c\t0.003s\n"), std::nullopt);
  EXPECT_EQ(find_none_ran("?   \ta/b\t[no test files]\nok  \ta/c\t(cached)\n"), std::nullopt);
  EXPECT_EQ(find_none_ran("no tests ran in 0.00s\n1..2\nok 1 - a\nok 2 - b\n"), std::nullopt);
  EXPECT_EQ(find_none_ran("All tests passed!\n1..0 # skipped: no display\n"), std::nullopt);
  EXPECT_EQ(find_none_ran("Tests run: 3, Failures: 0\nNo tests to run.\n"), std::nullopt);
}

// Words in a sentence are no tool's line.
TEST(NoneRan, IsOnlyAWholeLine) {
  EXPECT_EQ(find_none_ran("it says: no tests ran in 0.00s\n"), std::nullopt);
  EXPECT_EQ(find_none_ran("running 0 tests at a time\n"), std::nullopt);
}

}  // namespace
}  // namespace proctor::format
