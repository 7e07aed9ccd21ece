#include "format/reader.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::SizeIs;

const std::string kPlan =
    R"({"kind":"ctestInfo","backtraceGraph":{"files":["/x/CMakeLists.txt"],"nodes":[{"file":0},
  {"file":0,"line":4,"parent":0}]},"tests":[{"name":"a","backtrace":1},{"name":"b"}]})";

TEST(CtestJson, IsAPlan) {
  EXPECT_EQ(told("ctest-json", kPlan), "a: not run (/x/CMakeLists.txt:4)\nb: not run\n");
  EXPECT_EQ(told("ctest-json", "{}"), "! it has no list of tests\n");
  EXPECT_NE(told("ctest-json", kPlan.substr(0, 150)).find("! it is cut off or no JSON"), std::string::npos);
}

TEST(Formats, AreToldByTheContent) {
  const std::pair<std::string, std::string_view> cases[] = {
      {"{\"Time\":\"t\",\"Action\":\"run\",\"Package\":\"p\"}\n", "go-test-json"},
      {"# p\nx.go:1:1: no\n{\"ImportPath\":\"p\",\"Action\":\"build-output\"}\n", "go-test-json"},
      {"TAP version 14\n", "tap"},
      {"1..2\nbegin 1 a\n", "tap"},
      {"noise\nnot ok 1\n", "tap"},
      {"1..\n", ""},
      {"\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<testsuites/>", "junit-xml"},
      {"<!-- x --><testsuite/>", "junit-xml"},
      {"<?xml version=\"1.0\"?><TestRun xmlns=\"http://microsoft.com/schemas/VisualStudio/TeamTest/2010\">",
       "trx"},
      {"<?xml version=\"1.0\"?><TestRun><FailedTests>", ""},     // CppUnit
      {"<report-result><assemblies><assembly name=\"a\">", ""},  // MbUnit
      {"<?x?><!DOCTYPE a [<!ENTITY b \"c\">]><n:testsuites xmlns:n=\"o\">", "junit-xml"},
      {"<!-- <testsuite> ", ""},
      {"<?xml version=\"1.0\"?><test-run id=\"1\">", "nunit-xml"},
      {"<test-results name=\"a\">", "nunit-xml"},
      {"<assemblies timestamp=\"1\">", "xunit-xml"},
      {"<assembly name=\"a.dll\"><class>", "xunit-xml"},
      {"<testsuite><testcase><![CDATA[<test-run>]]>", "junit-xml"},
      {"<html>", ""},
      {"   Compiling x\n{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 4 }\n",
       "libtest-json"},
      {"[\"start\",{\"total\":2}]\n", "mocha-json"},
      {kPlan, "ctest-json"},
      {"Compiling…\n{\"a.sol:A\":{\"duration\":\"1ms\",\"test_results\":{}}}\n", "forge-json"},
      {"", ""},
      {"hello\n", ""}};
  for (const auto& [text, format] : cases) EXPECT_EQ(detect_format(text), format) << text;
  for (const std::string_view name : reader_formats()) EXPECT_NE(make_reader(name), nullptr) << name;
  EXPECT_EQ(make_reader("xunit"), nullptr);
}

TEST(Reports, ComeTogetherAndAPlannedTestMayHaveItsResultInAnother) {
  std::vector<LabelledReader> readers;
  readers.push_back({"plan.json", read_report("ctest-json", kPlan, 64)});
  readers.push_back(
      {"a.xml", read_report("junit-xml", "<testsuite tests=\"2\"><testcase name=\"a\"/></testsuite>", 64)});
  readers.push_back({"b.tap", read_report("tap", "1..2\nbegin 1 x\nok 1 x\nbegin 2 y\n", 64)});
  const ReadReports all = report_of(readers);
  ASSERT_THAT(all.suites, SizeIs(2));
  EXPECT_EQ(all.suites[0].name, "a.xml");
  EXPECT_EQ(all.suites[1].cases[1].status, Status::error);
  EXPECT_EQ(all.suites[1].cases[1].reason, "The test began and has no result.");
  ASSERT_THAT(all.not_run, SizeIs(1));
  EXPECT_EQ(all.not_run[0].name, "b");
  EXPECT_TRUE(all.state.found);
  EXPECT_EQ(all.state.malformed,
            "a.xml: it says that it has 2 tests, and 1 are there; "
            "b.tap: it planned 2 tests, and 1 have a result; b.tap: y began and has no result");
}

TEST(Reports, NumberOfTestsIsBounded) {
  std::string text = "1..300000\n";
  for (int i = 1; i <= 201'000; ++i) text += fmt::format("ok {}\n", i);
  const auto reader = read_report("tap", text, 1U << 16U);
  EXPECT_THAT(reader->events().tests(), SizeIs(200'000));
  EXPECT_EQ(reader->problems().back(), "it has more tests than are kept");
}

}  // namespace
}  // namespace proctor::format
