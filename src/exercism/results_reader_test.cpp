#include "exercism/results_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::exercism {
namespace {
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ResultsReader, WhatWeWriteIsReadAsItWas) {
  Results results;
  results.status = Verdict::fail;
  results.tests = {{"a", Status::pass, "", "code", "out", 0}, {"b", Status::error, "why", "", "", {}}};
  const auto read = parse_results(to_json(results));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_json(*read), to_json(results));
}

TEST(ResultsReader, NullAndAbsentAreTheSame) {
  const auto with_nulls = parse_results(
      R"({"version":3,"status":"pass","message":null,"tests":[{"name":"a","status":"pass","message":null,)"
      R"("output":null,"test_code":null,"task_id":null}]})");
  const auto without =
      parse_results(R"({"version":3,"status":"pass","tests":[{"name":"a","status":"pass"}]})");
  ASSERT_TRUE(with_nulls && without);
  EXPECT_EQ(to_json(*with_nulls), to_json(*without));
}

TEST(ResultsReader, TheOldestHaveNoVersionAndNoTests) {
  const auto read = parse_results(R"({"status":"error","message":"no"})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->version, 1);
  EXPECT_EQ(read->message, "no");
  EXPECT_THAT(read->tests, IsEmpty());
}

TEST(ResultsReader, WhatIsWrongIsNamed) {
  for (const auto& [text, field] : std::vector<std::pair<std::string, std::string>>{
           {"[]", "object"},
           {"{}", "status"},
           {R"({"status":"passed"})", "status"},
           {R"({"status":true})", "status"},
           {R"({"status":"pass","version":4})", "version"},
           {R"({"status":"pass","version":"3"})", "version"},
           {R"({"status":"pass","message":[]})", "message"},
           {R"({"status":"pass","tests":{}})", "tests"},
           {R"({"status":"pass","tests":[1]})", "tests[0]"},
           {R"({"status":"pass","tests":[{"name":"a","status":"pass"},{"status":"pass"}]})", "tests[1].name"},
           {R"({"status":"pass","tests":[{"name":"a","status":"skip"}]})", "tests[0].status"},
           {R"({"status":"pass","tests":[{"name":"a","status":"pass","output":1}]})", "tests[0].output"},
           {R"({"status":"pass","tests":[{"name":"a","status":"pass","task_id":-1}]})", "tests[0].task_id"},
           {R"({"status":"pass","tests":[{"name":"a","status":"pass","task_id":1.5}]})", "tests[0].task_id"},
           {R"({"status":"pass","tests":[{"name":"a","status":"pass","task_id":99999999999}]})", "task_id"},
           {R"({"status":"pass")", "byte"}}) {
    const auto read = parse_results(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, ErrorCode::invalid_request);
    EXPECT_THAT(read.error().message, HasSubstr(field)) << text;
  }
}

TEST(ResultsReader, AFileThatIsntThereIsNamed) {
  const auto read = read_results("/nowhere/results.json");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("/nowhere/results.json"));
}

}  // namespace
}  // namespace proctor::exercism
