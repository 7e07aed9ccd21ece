#include "tool/masking.hpp"

#include <gtest/gtest.h>

namespace proctor::tool {
namespace {

std::string masked(std::string_view text, const std::vector<std::string>& secrets) {
  json::value value = parse_json(text).value();
  mask_strings(value, policy::SecretMask(secrets));
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

}  // namespace
}  // namespace proctor::tool
