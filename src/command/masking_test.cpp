#include "command/masking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::command {
namespace {

std::string masked(std::string_view text, const std::vector<std::string>& secrets) {
  json::value value = parse_json(text).value();
  const policy::SecretMask mask(secrets);
  mask_strings(value, [&mask](std::string_view one) { return mask.mask(one); });
  return to_json_line(value);
}

TEST(Masking, FindsSecretsInEveryStringAndLeavesNames) {
  EXPECT_EQ(masked(R"({"hush-hush":["a hush-hush b",{"deep":"hush-hush"}],"n":1})", {"hush-hush"}),
            R"({"hush-hush":["a [secret] b",{"deep":"[secret]"}],"n":1})");
}

TEST(Masking, TheWordsOfAnAnswerStay) {
  constexpr std::string_view kAnswer =
      R"({"error":{"code":"COMMAND_FAILED"},"data":{"termination":"timed_out","report":{"verdict":"error"},)"
      R"("isolation":{"level":"sandbox"},"cases":[{"status":"fail"}]}})";
  EXPECT_EQ(masked(kAnswer, {"COMMAND_FAILED", "timed_out", "error", "sandbox", "fail", "not_started"}),
            kAnswer);
  for (int kind = 0; kind <= static_cast<int>(Termination::Kind::not_started); ++kind) {
    const std::string word = proctor::word(static_cast<Termination::Kind>(kind));
    const std::string text = R"({"termination":")" + word + R"("})";
    EXPECT_EQ(masked(text, {word}), text);
  }
}

TEST(Masking, TheSameWordsElsewhereAreSecrets) {
  EXPECT_EQ(masked(R"({"output":"timed_out","termination":"password1 timed_out","code":"timed_out"})",
                   {"timed_out", "password1"}),
            R"({"output":"[secret]","termination":"[secret] [secret]","code":"[secret]"})");
}

TEST(Masking, FindsSecretsInEverythingThatAReportQuotes) {
  const std::string text = "a hush-hush b";
  Answer answer;
  answer.report =
      Report{.suites = {{.file = text, .name = text, .warnings = {text}}},
             .not_run = {{.file = text, .suite = text, .name = text, .cause = text}},
             .diagnostics = {{.severity = "error", .file = text, .code = "", .message = text, .text = text}},
             .warnings = {text},
             .rerun = text};
  answer.report.value().suites[0].cases = {{.name = text,
                                            .reason = text,
                                            .location = Location{.file = text},
                                            .counterexample = text,
                                            .logs = {text}}};
  answer.error = Error{ErrorCode::test_assertion_failed, text, {{"quoted", text}}};
  const auto shown = [&answer] {
    const Report& report = *answer.report;
    const Suite& suite = report.suites[0];
    const Case& test = suite.cases[0];
    const NotRun& not_run = report.not_run[0];
    const Diagnostic& diagnostic = report.diagnostics[0];
    return std::vector<std::string>{suite.file,
                                    suite.name,
                                    suite.warnings[0],
                                    test.name,
                                    *test.reason,
                                    test.location->file,
                                    *test.counterexample,
                                    test.logs[0],
                                    not_run.file,
                                    not_run.suite,
                                    not_run.name,
                                    not_run.cause,
                                    diagnostic.file,
                                    diagnostic.message,
                                    diagnostic.text,
                                    report.warnings[0],
                                    report.rerun,
                                    answer.error->message,
                                    std::string(answer.error->details.at("quoted").as_string())};
  };
  mask_answer(answer, policy::SecretMask());
  EXPECT_THAT(shown(), testing::Each(text));
  mask_answer(answer, policy::SecretMask({"hush-hush"}));
  EXPECT_THAT(shown(), testing::Each("a [secret] b"));
}

}  // namespace
}  // namespace proctor::command
