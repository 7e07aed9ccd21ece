#include "format/forge_json.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "format/forge_json_testing.hpp"

namespace proctor::format {
namespace {

std::string test_entry(std::string_view name, std::string_view status, std::string_view more = "") {
  return fmt::format(R"("{}":{{"status":"{}","reason":null,"kind":{{"Unit":{{"gas":5}}}}{}}})", name, status,
                     more);
}
std::string suite_entry(std::string_view key, std::string_view tests) {
  return fmt::format(R"("{}":{{"duration":"1ms","test_results":{{{}}},"warnings":[]}})", key, tests);
}
std::string report(std::string_view suites) {
  return fmt::format("{{{}}}\n", suites);
}
std::string small_report(std::string_view name = "test_A()", std::string_view status = "Success") {
  return report(suite_entry("a.t.sol:A", test_entry(name, status)));
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

bool looks_whole(const ForgeJsonReader::Result& result) {
  return result.state.found && !result.state.truncated && result.state.malformed.empty();
}

TEST(ForgeJson, AnEmptyObjectIsAReportWithoutSuites) {
  const auto result = read_forge("{}\n");
  EXPECT_TRUE(looks_whole(result));
  EXPECT_TRUE(result.suites.empty());
}

TEST(ForgeJson, NothingIsNoReport) {
  EXPECT_FALSE(read_forge("").state.found);
  EXPECT_FALSE(read_forge("\n\n").state.found);
  EXPECT_FALSE(read_forge("Compiling 25 files with Solc 0.8.30\n").state.found);
}

TEST(ForgeJson, SuiteKeysSplitAtTheLastColon) {
  const auto result = read_forge(report(suite_entry("C:/x.t.sol:A", "") + "," + suite_entry("B", "")));
  ASSERT_EQ(result.suites.size(), 2U);
  EXPECT_EQ(result.suites[0].file, "");
  EXPECT_EQ(result.suites[0].name, "B");
  EXPECT_EQ(result.suites[1].file, "C:/x.t.sol");
  EXPECT_EQ(result.suites[1].name, "A");
}

TEST(ForgeJson, SuitesAndCasesComeSorted) {
  const auto result = read_forge(
      report(suite_entry("b:B", test_entry("z()", "Success") + "," + test_entry("a()", "Success")) + "," +
             suite_entry("a:A", "")));
  ASSERT_EQ(result.suites.size(), 2U);
  EXPECT_EQ(result.suites[0].name, "A");
  EXPECT_EQ(result.suites[1].cases[0].name, "a()");
}

// --- several documents

TEST(ForgeJson, SuitesOfOneNameInSeveralDocumentsAreMerged) {
  const auto result =
      read_forge(small_report("test_A()") + small_report("test_B()") + small_report("test_C()", "Failure"));
  ASSERT_EQ(result.suites.size(), 1U);
  EXPECT_EQ(result.suites[0].cases.size(), 3U);
  EXPECT_NEAR(result.suites[0].duration_ms.value_or(0), 3.0, 1e-9);
  EXPECT_TRUE(looks_whole(result));
}

TEST(ForgeJson, OfTheSameTestTwiceTheWorseResultStays) {
  const std::vector<std::pair<std::string, Status>> order = {
      {"Success", Status::pass}, {"Skipped", Status::skip}, {"Failure", Status::fail}};
  for (std::size_t first = 0; first < order.size(); ++first) {
    for (std::size_t second = 0; second < order.size(); ++second) {
      const Status worse = order[std::max(first, second)].second;
      // In two documents, as two suites of one document, and as two tests of one suite.
      const auto one = test_entry("t()", order[first].first), two = test_entry("t()", order[second].first);
      for (const std::string& text : {report(suite_entry("a:A", one)) + report(suite_entry("a:A", two)),
                                      report(suite_entry("a:A", one) + "," + suite_entry("a:A", two)),
                                      report(suite_entry("a:A", one + "," + two))}) {
        const auto result = read_forge(text);
        ASSERT_EQ(result.suites.size(), 1U);
        ASSERT_EQ(result.suites[0].cases.size(), 1U);
        EXPECT_EQ(result.suites[0].cases[0].status, worse) << text;
      }
    }
  }
}

TEST(ForgeJson, AReportThatATestPrintedCannotHideAFailure) {
  const auto result = read_forge(small_report("test_A()", "Success") + "log\n" +
                                 small_report("test_A()", "Failure") + small_report("test_A()", "Success"));
  EXPECT_EQ(count(result.suites).failed, 1U);
  EXPECT_EQ(count(result.suites).passed, 0U);
}

TEST(ForgeJson, AStatusGivenTwiceIsNoPass) {
  const auto result =
      read_forge(R"j({"a:A":{"test_results":{"t()":{"status":"Failure","status":"Success"}}}})j");
  EXPECT_EQ(count(result.suites).passed, 0U);
  const auto other =
      read_forge(R"j({"a:A":{"test_results":{"t()":{"status":"Success","status":"Failure"}}}})j");
  EXPECT_EQ(count(other.suites).passed, 0U);
}

// --- text around documents

TEST(ForgeJson, TextBeforeBetweenAndAfter) {
  const auto result =
      read_forge("Compiling 25 files\nconsole.log([0x11], {0x2})\n{ not json }\n[1176] x\n\n" +
                 small_report("test_A()") + "a { b [ c\n" + small_report("test_B()") + "Wrote it.\n");
  EXPECT_TRUE(looks_whole(result)) << result.state.malformed;
  EXPECT_EQ(count(result.suites).passed, 2U);
  EXPECT_NE(result.text.find("console.log([0x11], {0x2})\n{ not json }\n[1176] x\n"), std::string::npos)
      << result.text;
  EXPECT_NE(result.text.find("a { b [ c\nWrote it.\n"), std::string::npos);
}

TEST(ForgeJson, AStrayBracketDoesNotSwallowTheReport) {
  for (const char* stray :
       {"{\n", "[\n", "[[{\n", "{\"a\":\n", "{\n\"a\": [\n1,\n", "{\"a\":{\"b\":[1,2,\n", "  {\n", "\"\n"}) {
    SCOPED_TRACE(stray);
    const auto result = read_forge(stray + small_report());
    EXPECT_TRUE(looks_whole(result));
    EXPECT_EQ(count(result.suites).passed, 1U);
  }
}

TEST(ForgeJson, JsonThatATestLoggedIsText) {
  const auto result = read_forge("{\"level\":\"info\"}\n[1, 2]\n" + small_report());
  EXPECT_TRUE(looks_whole(result)) << result.state.malformed;
  EXPECT_EQ(result.text, "{\"level\":\"info\"}\n[1, 2]\n");
}

TEST(ForgeJson, BlanksByteOrderMarksAndCarriageReturnsMayStandBefore) {
  EXPECT_TRUE(looks_whole(read_forge("  \t" + small_report())));
  EXPECT_TRUE(looks_whole(read_forge("\xEF\xBB\xBF" + small_report())));
  EXPECT_TRUE(looks_whole(read_forge("text\r\n" + small_report() + "\r\n")));
}

TEST(ForgeJson, AReportMayBePrettyPrintedOrLackItsNewline) {
  const auto result = read_forge(
      "{\n  \"a.t.sol:A\": {\n    \"test_results\": {\n      \"t()\": {\n        \"status\": \"Success\",\n"
      "        \"traces\": [\n          {\n            \"x\": \"}\"\n          }\n        ]\n      }\n    "
      "}\n  }\n}");
  EXPECT_TRUE(looks_whole(result)) << describe(result);
  EXPECT_EQ(count(result.suites).passed, 1U);
}

TEST(ForgeJson, TwoDocumentsOnOneLine) {
  const auto result = read_forge("{}" + report(suite_entry("a:A", test_entry("t()", "Failure"))));
  EXPECT_EQ(count(result.suites).failed, 1U);
}

TEST(ForgeJson, TextIsBounded) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "a line of output\n";
  const auto result = read_forge(text + small_report());
  EXPECT_TRUE(looks_whole(result));
  EXPECT_EQ(result.text.size(), 64U << 10U);
}

// --- what must not look like a complete report

TEST(ForgeJson, ADocumentThatIsNotUnderstoodIsMalformed) {
  for (const char* text : {
           R"j({"a":1})j",
           R"j([1,2])j",
           R"j({"suites":[{"name":"A"}]})j",
           R"j({"a:A":{"duration":"1ms"}})j",
           R"j({"a:A":{"test_results":null}})j",
           R"j({"a:A":{"test_results":[]}})j",
           R"j({"a:A":{"test_results":"x"}})j",
           R"j({"a:A":null})j",
           R"j({"results":[],"x":1})j",
           R"j({"a:A":{"test_results":{"t()":{"status":"Success"}}},"x":5})j",
           R"j({"a:A":{"test_results":{"t()":{"status":"Success"}}},"b:B":{"results":{}}})j",
           R"j({"a:A":{"test_results":{"t()":{"status":"Success"}},"test_results":[1]}})j",
           R"j({"a:A":{"test_results":{"t()":{"status":"Success"}}},"errors":[]})j",
       }) {
    const auto result = read_forge(text);
    EXPECT_NE(result.state.malformed, "") << text;
    EXPECT_FALSE(looks_whole(result)) << text;
  }
}

TEST(ForgeJson, ALostSuiteBesideAGoodReportIsSaid) {
  const auto result = read_forge(small_report() + R"({"b.t.sol:B":{"outcome":"bad"}})" + "\n");
  EXPECT_TRUE(result.state.found);
  EXPECT_NE(result.state.malformed.find("b.t.sol:B"), std::string::npos) << result.state.malformed;
}

TEST(ForgeJson, AReportThatBreaksKeepsWhatWasCompleteAndIsMalformed) {
  const auto result =
      read_forge(R"j({"a:A":{"test_results":{"t()":{"status":"Success"},"u()":{"status":oops}}}})j"
                 "\n" +
                 small_report("test_B()"));
  EXPECT_NE(result.state.malformed, "");
  EXPECT_EQ(count(result.suites).passed, 2U);
}

TEST(ForgeJson, AReportInsideOfTextIsSaid) {
  // Written without a newline by a test, to have its own report stand and the real one pass for text.
  for (const char* before : {"x", "[1] ", "{\"a\":1} ", "{]", "[PASS] "}) {
    const std::string text = small_report() + before + small_report("test_A()", "Failure");
    const auto result = read_forge(text);
    EXPECT_FALSE(looks_whole(result)) << before;
    EXPECT_EQ(describe(read_forge(text, 1)), describe(result));
  }
}

TEST(ForgeJson, AReportThatBreaksBeforeItsFirstTestIsMalformed) {
  const auto result = read_forge(small_report() + "{\"b.t.sol:B\":{\"dura\nKilled\n");
  EXPECT_TRUE(result.state.found);
  EXPECT_NE(result.state.malformed, "");
}

TEST(ForgeJson, ACutSecondDocumentIsTruncated) {
  const std::string text = small_report("test_A()");
  const std::string second = small_report("test_B()");
  for (std::size_t cut = 1; cut + 1 < second.size(); ++cut) {
    const auto result = read_forge(text + second.substr(0, cut));
    ASSERT_TRUE(result.state.truncated) << cut;
    ASSERT_GE(count(result.suites).passed, 1U);
  }
}

// --- hostile sizes and shapes

TEST(ForgeJson, NestingIsFollowedDeepAndThenRefused) {
  const auto in_result = [](const std::string& value) {
    return report(suite_entry("a:A", test_entry("t()", "Success", ",\"reason\":" + value)));
  };
  const auto in_traces = [](const std::string& value) {
    return report(suite_entry("a:A", test_entry("t()", "Success", ",\"traces\":" + value)));
  };
  EXPECT_TRUE(looks_whole(read_forge(in_traces(nested(1000)))));
  EXPECT_EQ(read_forge(in_result(nested(1000))).state.malformed, "");
  for (const std::size_t depth : {5000U, 200'000U}) {
    for (const std::string& text : {in_traces(nested(depth)), in_result(nested(depth)), nested(depth),
                                    in_traces(std::string(depth, '['))}) {
      const auto result = read_forge(text);
      EXPECT_NE(result.state.malformed.find("nested more than"), std::string::npos);
      EXPECT_EQ(describe(read_forge(text, 1000)), describe(result));
    }
  }
}

TEST(ForgeJson, DeepNestingFitsTheStackOfAThread) {
  std::thread([] {
    const auto result = read_forge("{\"a:A\":" + nested(1000) + "}\n");
    EXPECT_FALSE(result.state.found);
  }).join();
}

TEST(ForgeJson, ALongStringIsCutWithAMark) {
  const std::string test =
      "\"t()\":{\"status\":\"Failure\",\"reason\":\"" + std::string(3U << 20U, 'x') + "\"}";
  const auto result = read_forge(report(suite_entry("a:A", test)));
  ASSERT_EQ(count(result.suites).failed, 1U);
  const std::string reason = result.suites[0].cases[0].reason.value_or("");
  EXPECT_LT(reason.size(), 66'000U);
  EXPECT_TRUE(reason.ends_with("x … (3080192 more bytes)")) << reason.substr(reason.size() - 40);
  EXPECT_TRUE(looks_whole(result));
}

TEST(ForgeJson, ManyLogLinesAreCutWithAMark) {
  std::string logs = ",\"decoded_logs\":[\"0\"";
  for (int i = 1; i < 5000; ++i) logs += fmt::format(",\"{}\"", i);
  const auto result = read_forge(report(suite_entry("a:A", test_entry("t()", "Success", logs + "]"))));
  EXPECT_TRUE(looks_whole(result));
  ASSERT_EQ(result.suites[0].cases[0].logs.size(), 1001U);
  EXPECT_EQ(result.suites[0].cases[0].logs.back(), "… (4000 more lines)");
}

TEST(ForgeJson, TooManyTestsAreSaid) {
  std::string tests = test_entry("t()", "Success");
  for (int i = 0; i < 100'001; ++i) tests += fmt::format(",\"t{}()\":{{\"status\":\"Success\"}}", i);
  const auto result = read_forge(report(suite_entry("a:A", tests)));
  EXPECT_EQ(count(result.suites).passed, 100'000U);
  EXPECT_NE(result.state.malformed.find("more than 100000 tests"), std::string::npos);
}

TEST(ForgeJson, MoreTextThanIsKeptIsSaid) {
  std::string tests = test_entry("t()", "Success");
  const std::string reason(60'000, 'x');
  for (int i = 0; i < 1150; ++i)
    tests += fmt::format(",\"t{}()\":{{\"status\":\"Failure\",\"reason\":\"{}\"}}", i, reason);
  const auto result = read_forge(report(suite_entry("a:A", tests)));
  EXPECT_NE(result.state.malformed.find("64 MiB"), std::string::npos);
}

TEST(ForgeJson, ALongNameIsSaid) {
  const auto result = read_forge(report(suite_entry("a:A", test_entry(std::string(5000, 'x'), "Success"))));
  EXPECT_NE(result.state.malformed.find("longer than 4096"), std::string::npos);
}

TEST(ForgeJson, WhatIsSkippedMayHoldAnything) {
  const auto result = read_forge(report(suite_entry(
      "a:A",
      R"j("t()":{"traces":[{"x":"]}\\\"}{"},"\\"],"logs":[["{"]],"labeled_addresses":{"0x1":"\"}}}"},)j"
      R"j("breakpoints":7,"gas_snapshots":"traces","unknown":{"status":"Failure"},)j"
      R"j("status":"Success"})j")));
  EXPECT_TRUE(looks_whole(result)) << result.state.malformed;
  EXPECT_EQ(count(result.suites).passed, 1U);
}

TEST(ForgeJson, InvalidBytesAreRepairedNotFatal) {
  const auto result = read_forge("\xFF\xFE\n" + small_report("t\xC3(\xFF)"));
  EXPECT_TRUE(looks_whole(result));
  ASSERT_EQ(result.suites.size(), 1U);
  EXPECT_EQ(result.suites[0].cases[0].name, "t\xEF\xBF\xBD(\xEF\xBF\xBD)");
}

TEST(ForgeJson, LinesOfBracketsTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "{\"a\":\n";
  for (int i = 0; i < 20'000; ++i) text += " [\n";
  const auto result = read_forge(text + small_report());
  EXPECT_EQ(count(result.suites).passed, 1U);
  EXPECT_NE(result.state.malformed.find("over several lines"), std::string::npos);
}

TEST(ForgeJson, EveryPieceSizeGivesTheSameForOddInput) {
  const std::string text =
      "{\n[1\n{\"a\":tru\n{\"x\":1.5e}\n  {\"q\": [\"\\u00e9\\ud83d\\ude00\", -0, "
      "1e400]}\n{\"a:A\":{\"test_results\":{"
      "\"t()\":{\"status\":\"Success\",\"traces\" : [ \"\\\"]\" ] }}} } "
      "trailing\n{}}\n{\"a:B\":{\"test_results\":{\"u()\":{x\nnext\n"
      "{\"errors\":[{\"message\":\"m\"},3]}\n[{\"contract\":\"C\"}]\n{";
  const std::string whole = describe(read_forge(text));
  for (std::size_t piece = 1; piece < text.size(); ++piece) {
    ASSERT_EQ(describe(read_forge(text, piece)), whole) << piece;
  }
}

}  // namespace
}  // namespace proctor::format
