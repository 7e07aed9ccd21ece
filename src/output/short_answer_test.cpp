#include "output/short_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "output/envelope.hpp"

namespace proctor::output {
namespace {

json::object answer_about(const std::string& name, std::size_t passed, std::size_t failed) {
  Report report;
  report.suites = {{"a.py", "A"}};
  for (std::size_t i = 0; i < passed; ++i) report.suites[0].cases.push_back({"test_ok", Status::pass});
  for (std::size_t i = 0; i < failed; ++i)
    report.suites[0].cases.push_back({name + std::to_string(i), Status::fail, name});
  report.verdict = failed > 0 ? Verdict::fail : Verdict::pass;
  std::optional<Error> error;
  if (failed > 0) error = Error{ErrorCode::test_assertion_failed, "tests failed: " + name};
  return to_envelope({std::move(report), std::move(error)});
}

TEST(ShortAnswer, BeginsWithItsWordsAndLeavesOutWhatPassed) {
  const json::object answer =
      short_answer(answer_about("test_bad", 500, 1), "FAIL: …\n", {{"file", "/f"}}, 2000);
  std::string keys;
  for (const auto& member : answer) keys += std::string(member.key()) + ' ';
  EXPECT_EQ(keys, "summary ok verdict counts failures error data full ");
  EXPECT_EQ(answer.at("summary"), "FAIL: …\n");
  EXPECT_EQ(to_json_line(answer.at("counts")), R"({"passed":500,"failed":1,"skipped":0,"errors":0})");
  EXPECT_EQ(to_json_line(answer.at("failures")), R"([{"id":"a.py::A::test_bad0","reason":"test_bad"}])");
  const json::object& data = answer.at("data").as_object();
  EXPECT_EQ(data.at("passed"), 500);
  EXPECT_EQ(to_json_line(data.at("suites").at(0).at("cases")), R"([{"name":"test_bad0","status":"fail"}])");
}

TEST(ShortAnswer, KeepsAnyLimitWhateverStandsInIt) {
  for (const std::string& name :
       {std::string(10'000, 'x'), std::string(500, '\\'), std::string(300, '\n'),
        std::string("漢字漢字漢字漢字漢字漢字漢字漢字"), std::string("\"\x1b\xff")}) {
    const json::object envelope = answer_about(name, 10, 300);
    for (const std::size_t most : {20U, 60U, 150U, 400U, 2000U}) {
      const json::object answer = short_answer(envelope, "FAIL: " + name, {{"file", "/" + name}}, most);
      EXPECT_LE(json_tokens(answer), most);
      EXPECT_TRUE(answer.at("summary").is_string());
      EXPECT_EQ(answer.at("ok"), false);
    }
  }
}

TEST(ShortAnswer, CountsTheFailuresThatFindNoRoom) {
  const json::object answer = short_answer(answer_about("test_bad", 0, 300), "", {}, 2000);
  EXPECT_EQ(answer.at("failures").as_array().size() + answer.at("failures_left_out").to_number<std::size_t>(),
            300U);
}

TEST(ShortAnswer, GivesOutputAsFarAsThereIsRoom) {
  std::string output = "first\n";
  for (int i = 0; i < 10'000; ++i) output += "line\n";
  output += "last\n";
  const json::object envelope{{"ok", true}, {"data", {{"termination", "exited"}, {"output", output}}}};
  const json::object answer = short_answer(envelope, "DONE", {}, 2000);
  const std::string shown(answer.at("data").at("output").as_string());
  EXPECT_THAT(shown, testing::StartsWith("first\n"));
  EXPECT_THAT(shown, testing::EndsWith("last\n"));
  EXPECT_GT(shown.size(), 3'000U);
}

}  // namespace
}  // namespace proctor::output
