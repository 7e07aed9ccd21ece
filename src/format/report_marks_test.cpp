#include "format/report_marks.hpp"

#include <gtest/gtest.h>

namespace proctor::format {
namespace {

TEST(ReportMarks, StandWhereProctorWritesThem) {
  const char* reports[] = {
      R"(<?xml version="1.0"?><testsuites><testsuite name="a"><properties>
           <property name="proctor.shard" value="3/10"/><property name="proctor.partition" value="f00"/>
           <property name="proctor.error" value="TEST_TIMEOUT"/></properties></testsuite></testsuites>)",
      R"({"reportFormat": "CTRF", "results": {"tests": [], "environment": {"extra":
          {"proctor.shard": "3/10", "proctor.partition": "f00", "proctor.error": "TEST_TIMEOUT"}}}})",
      ("TAP version 14\n1..0\n# proctor.shard: 3/10\n# proctor.partition: f00\n"
       "# proctor.error: TEST_TIMEOUT\n")};
  for (const char* report : reports) {
    const ReportMarks marks = read_report_marks(report);
    ASSERT_TRUE(marks.shard) << report;
    EXPECT_EQ(marks.shard->index, 3U);
    EXPECT_EQ(marks.shard->count, 10U);
    EXPECT_EQ(marks.shard->partition, "f00");
    ASSERT_TRUE(marks.error);
    EXPECT_EQ(marks.error->code, ErrorCode::test_timeout);
  }
}

TEST(ReportMarks, WhatATestHasPrintedIsNone) {
  for (
      const char* report :
      {R"(<testsuites><testsuite><testcase name="a"><system-out><![CDATA[<property name="proctor.shard" value="1/1"/>]]></system-out></testcase></testsuite></testsuites>)",
       R"({"results": {"tests": [{"message": "\"proctor.shard\": \"1/1\"", "extra": {"proctor.shard": "1/1"}}]}})",
       "TAP version 14\nok 1 - a\n  ---\n  output: |2-\n    # proctor.shard: 1/1\n  ...\n1..1\n"})
    EXPECT_FALSE(read_report_marks(report).shard) << report;
}

TEST(ReportMarks, AShardThatCantBeReadFitsNowhere) {
  const ReportMarks marks = read_report_marks("1..0\n# proctor.shard: three\n");
  ASSERT_TRUE(marks.shard);
  EXPECT_EQ(marks.shard->count, 0U);
}

}  // namespace
}  // namespace proctor::format
