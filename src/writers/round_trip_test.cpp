// What is written is read again: the same tests with the same results.
#include <gmock/gmock.h>

#include <map>
#include <string>

#include "run/read.hpp"
#include "writers/writers_testing.hpp"

namespace proctor::writers {
namespace {

Answer read_again(const std::string& text) {
  bool given = false;
  return read_recorded(
      [&]() -> std::string_view { return std::exchange(given, true) ? std::string_view() : text; }, {});
}

std::map<std::string, std::string> results(const Answer& answer) {
  std::map<std::string, std::string> all;
  for (const Suite& suite : answer.report.value().suites) {
    for (const Case& test : suite.cases)
      all[(suite.name.empty() ? suite.file : suite.name) + " | " + test.name] = word(test.status);
  }
  return all;
}

class RoundTrip : public testing::TestWithParam<const char*> {
 protected:
  Answer through(const Answer& answer) { return read_again(format_named(GetParam()).write(written(answer))); }
};

TEST_P(RoundTrip, KeepsTheTestsAndTheirResults) {
  Answer answer = all_kinds();
  answer.report.value().suites[0].cases[1].name = "test_full \\ # \"<&>'";
  answer.report.value().suites[0].cases[0].name = "ok 3 - x # SKIP";
  auto expected = results(answer);
  const Answer again = through(answer);
  ASSERT_TRUE(again.report) << again.error->message;
  if (std::string(GetParam()).starts_with("tap"))
    expected["test/test_other.py | test_error"] = "fail";  // TAP has no errors
  EXPECT_EQ(results(again), expected);
  EXPECT_EQ(again.error->code, ErrorCode::test_assertion_failed) << again.error->message;
  const auto& why = again.report.value().suites.back().cases;
  EXPECT_TRUE(std::ranges::any_of(why,
                                  [](const Case& test) {
                                    return test.reason &&
                                           test.reason->find("no database") != std::string::npos;
                                  }) ||
              std::ranges::any_of(again.report.value().suites.front().cases, [](const Case& test) {
                return test.reason && test.reason->find("no database") != std::string::npos;
              }));
}

TEST_P(RoundTrip, APassStaysOne) {
  const Answer again = through(passed());
  EXPECT_TRUE(again.ok()) << again.error->message;
  EXPECT_EQ(results(again), results(passed()));
}

TEST_P(RoundTrip, NothingElseBecomesAPass) {
  EXPECT_FALSE(through(timed_out()).ok());
  EXPECT_FALSE(through({.error = Error{ErrorCode::tool_not_found, "There is no pytest."}}).ok());
  EXPECT_FALSE(through({}).ok());
}

TEST_P(RoundTrip, AReportThatIsCutOffIsNoPass) {
  const std::string whole = format_named(GetParam()).write(written(passed()));
  for (const std::size_t part : {2U, 3U, 4U})
    EXPECT_FALSE(read_again(whole.substr(0, whole.size() / part)).ok()) << part;
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::Values("junit", "junit-places", "tap", "tap14"),
                         [](const auto& format) {
                           std::string name = format.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace proctor::writers
