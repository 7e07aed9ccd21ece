#include "cli/print.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "base/json.hpp"

namespace proctor::cli {
namespace {
using testing::HasSubstr;
using testing::Not;

// What an answer prints and the exit code that goes with it.
std::pair<int, std::string> printed(const Answer& answer, const CommonOptions& options) {
  testing::internal::CaptureStdout();
  const int code = print_answer(answer, options);
  return {code, testing::internal::GetCapturedStdout()};
}

Answer passed() {
  Report report;
  report.verdict = Verdict::pass;
  report.suites = {{"a.t.sol", "A", std::nullopt, {{"test_x()", Status::pass}}}};
  return {.report = std::move(report)};
}

TEST(PrintAnswer, ThereIsOneExitCodeForEachKindOfEnd) {
  EXPECT_EQ(printed(passed(), {}).first, 0);
  for (const auto& [error, wanted] : {std::pair(ErrorCode::test_assertion_failed, 1),
                                      {ErrorCode::invalid_request, 2},
                                      {ErrorCode::test_compile_failed, 3},
                                      {ErrorCode::test_inconsistent, 3},
                                      {ErrorCode::test_none_ran, 3},
                                      {ErrorCode::tool_not_found, 3},
                                      {ErrorCode::internal_error, 3},
                                      {ErrorCode::test_timeout, 4},
                                      {ErrorCode::test_limit_exceeded, 4},
                                      {ErrorCode::test_cancelled, 130}}) {
    for (const bool json : {false, true}) {
      Answer answer = passed();
      answer.error = Error{error, "why"};
      EXPECT_EQ(printed(answer, {.json = json}).first, wanted);
      EXPECT_EQ(printed({.error = Error{error, "why"}}, {.json = json}).first, wanted);
    }
  }
}

TEST(PrintAnswer, AnAnswerWithNothingInItIsNoPass) {
  EXPECT_EQ(printed({}, {}).first, 3);
  EXPECT_EQ(printed({}, {.json = true}).first, 3);
}

TEST(PrintAnswer, JsonIsOneDocumentOnOneLine) {
  const auto [code, text] = printed(passed(), {.json = true});
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  const auto document = parse_json(text);
  ASSERT_TRUE(document);
  EXPECT_TRUE(document->at("ok").as_bool());
}

TEST(PrintAnswer, ColourIsAsAsked) {
  EXPECT_THAT(printed(passed(), {.color = "always"}).second, HasSubstr("\x1b["));
  EXPECT_THAT(printed(passed(), {.color = "never"}).second, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(printed(passed(), {}).second, Not(HasSubstr("\x1b[")));  // no terminal
}

TEST(UseColor, AskedForItWinsOverTheEnvironment) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_TRUE(use_color({.color = "always"}, STDOUT_FILENO));
  EXPECT_FALSE(use_color({}, STDOUT_FILENO));
  unsetenv("NO_COLOR");
}

// Runs with another descriptor for stdout.
int exit_code_with_stdout(int fd) {
  const int kept = dup(STDOUT_FILENO);
  dup2(fd, STDOUT_FILENO);
  testing::internal::CaptureStderr();
  const int code = print_answer(passed(), {.json = true});
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("can't be written to stdout"));
  dup2(kept, STDOUT_FILENO);
  close(kept);
  return code;
}

TEST(PrintAnswer, APassThatCannotBeToldIsNone) {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  EXPECT_EQ(exit_code_with_stdout(full), 3);
  close(full);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(exit_code_with_stdout(ends[1]), 3);
  std::signal(SIGPIPE, before);
  close(ends[1]);
}

}  // namespace
}  // namespace proctor::cli
