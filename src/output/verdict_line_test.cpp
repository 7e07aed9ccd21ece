#include "output/verdict_line.hpp"

#include <gtest/gtest.h>

namespace proctor::output {
namespace {

Answer answer_with(std::size_t passed, std::size_t failed) {
  Answer answer;
  Suite suite{.file = "a.py", .name = ""};
  for (std::size_t i = 0; i < passed; ++i)
    suite.cases.push_back({.name = "p" + std::to_string(i), .status = Status::pass});
  for (std::size_t i = 0; i < failed; ++i)
    suite.cases.push_back({.name = "f" + std::to_string(i), .status = Status::fail});
  answer.report.emplace().suites = {suite};
  if (failed > 0)
    answer.error = Error{ErrorCode::command_failed, "2 of 3 tests failed. The command exited with 1."};
  return answer;
}

const Termination kExited0{.kind = Termination::Kind::exited};
const Termination kExited2{.kind = Termination::Kind::exited, .code = 2};

TEST(VerdictLine, SaysWhatFailedWhatIsNewAndHowToRunItAgain) {
  const Answer answer = answer_with(1, 2);
  TestEvidence evidence{.has_report = true};
  const CommandVerdict verdict{.termination = kExited2,
                               .answer = answer,
                               .evidence = evidence,
                               .has_tests = true,
                               .news = "1 new",
                               .run = "7f3k",
                               .rerun = "proctor test --only a.py::f0"};
  EXPECT_EQ(verdict_line(verdict),
            "FAIL 2 of 3 failed (1 new): f0, f1, run 7f3k, rerun: proctor test --only a.py::f0");
}

TEST(VerdictLine, NamesAFewOfManyTests) {
  const Answer answer = answer_with(0, 9);
  TestEvidence evidence{.has_report = true};
  EXPECT_EQ(
      verdict_line({.termination = kExited2, .answer = answer, .evidence = evidence, .has_tests = true}),
      "FAIL 9 of 9 failed: f0, f1, f2, …");
}

TEST(VerdictLine, APassNeedsATestThatPassed) {
  const Answer passed = answer_with(3, 0);
  TestEvidence evidence{.has_report = true};
  EXPECT_EQ(
      verdict_line({.termination = kExited0, .answer = passed, .evidence = evidence, .has_tests = true}),
      "PASS 3 passed");
  const Answer nothing;
  TestEvidence printed{.passed = "=== 3 passed in 0.1s ==="};
  EXPECT_EQ(
      verdict_line({.termination = kExited0, .answer = nothing, .evidence = printed, .has_tests = true}),
      "PASS (=== 3 passed in 0.1s ===)");
  EXPECT_EQ(verdict_line({.termination = kExited0,
                          .answer = nothing,
                          .evidence = {},
                          .has_tests = true,
                          .shows_tests = true}),
            "PASS tests passed, nothing tells how many");
  EXPECT_EQ(verdict_line({.termination = kExited0, .answer = nothing, .evidence = {}, .has_tests = true}),
            "DONE exit code 0, no tests seen");
}

TEST(VerdictLine, ACommandWithoutTestsIsNoPassAndNoFailure) {
  Answer answer;
  EXPECT_EQ(verdict_line({.termination = kExited0, .answer = answer, .evidence = {}}),
            "no tests in it, exit code 0");
  answer.error = Error{ErrorCode::command_failed, "The command exited with 2."};
  EXPECT_EQ(verdict_line({.termination = kExited2, .answer = answer, .evidence = {}, .ended = 2}),
            "no tests in it, exit code 2, 2 processes left behind were ended");
}

TEST(VerdictLine, StaysOneHarmlessLine) {
  Answer answer;
  answer.error = Error{ErrorCode::test_inconsistent, "a\nb\033[2J" + std::string(1000, 'x') + "."};
  const std::string line =
      verdict_line({.termination = kExited0, .answer = answer, .evidence = {}, .has_tests = true});
  EXPECT_TRUE(line.starts_with("ERROR TEST_INCONSISTENT: a b"));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(line.find('\033'), std::string::npos);
  EXPECT_LT(line.size(), 600U);
}

}  // namespace
}  // namespace proctor::output
