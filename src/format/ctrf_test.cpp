#include "format/ctrf.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<ReportReader> read_ctrf(std::string_view text) {
  auto reader = make_reader("ctrf-json");
  reader->feed(text);
  reader->finish();
  return reader;
}

constexpr std::string_view kReport = R"({"reportFormat": "CTRF", "specVersion": "0.0.0", "results": {
  "tool": {"name": "jest"},
  "summary": {"tests": 5, "passed": 1, "failed": 1, "skipped": 1, "pending": 1, "other": 1, "start": 1, "stop": 2},
  "tests": [
    {"name": "adds", "status": "passed", "duration": 12, "suite": ["a.test.js", "cart"], "filePath": "a.test.js", "line": 3},
    {"name": "fails", "status": "failed", "duration": 1, "suite": ["cart", "deep"], "message": "no", "trace": "at a.js:1"},
    {"name": "later", "status": "skipped", "duration": 0, "suite": "old"},
    {"name": "todo", "status": "pending", "duration": 0},
    {"name": "odd", "status": "other", "duration": 0}]}})";

TEST(Ctrf, ATestHasItsSuiteItsPlaceAndWhyItFailed) {
  const auto reader = read_ctrf(kReport);
  EXPECT_THAT(reader->problems(), IsEmpty());
  const auto& tests = reader->events().tests();
  ASSERT_EQ(tests.size(), 5U);
  EXPECT_EQ(tests[0].suite, "cart");
  EXPECT_EQ(tests[0].file, "a.test.js");
  EXPECT_EQ(tests[0].line, 3);
  EXPECT_EQ(tests[0].duration_ms, 12.0);
  EXPECT_EQ(tests[1].suite, "cart > deep");
  EXPECT_EQ(tests[1].status, Status::fail);
  EXPECT_EQ(tests[1].message, "no\nat a.js:1");
  EXPECT_EQ(tests[2].suite, "old");
  EXPECT_EQ(tests[2].status, Status::skip);
  EXPECT_EQ(tests[3].status, Status::skip);
  EXPECT_EQ(tests[4].status, Status::error);
}

TEST(Ctrf, WhatContradictsIsAProblem) {
  EXPECT_THAT(
      read_ctrf(R"({"results": {"summary": {"passed": 2}, "tests": [{"name": "a", "status": "passed"}]}})")
          ->problems(),
      testing::ElementsAre(HasSubstr("says 2 passed, and 1 are there")));
  for (const char* bad : {R"({"results": {"tests": [)", "[]", R"({"results": {"tests": []}})"})
    EXPECT_THAT(read_ctrf(bad)->problems(), testing::Not(IsEmpty())) << bad;
}

TEST(Ctrf, IsKnownByItsKeys) {
  EXPECT_EQ(detect_format(kReport), "ctrf-json");
  EXPECT_EQ(detect_format(R"({"results": {"tool": {"name": "x"}, "summary": {}, "tests": []}})"),
            "ctrf-json");
}

}  // namespace
}  // namespace proctor::format
