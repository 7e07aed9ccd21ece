#include "format/output_evidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "base/files.hpp"
#include "base/text.hpp"
#include "format/output_evidence_testing.hpp"

namespace proctor::format {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string recorded_output(const std::string& name) {
  const auto text = read_file(std::filesystem::path(PROCTOR_SOURCE_DIR) / "tests/data/forge-outputs" / name);
  EXPECT_TRUE(text.has_value()) << name;
  return text.value_or("");
}

const std::string kEnvelope =
    R"j({"ok":false,"error":{"code":"TEST_ASSERTION_FAILED","message":"1 test failed","retry":false},)j"
    R"j("data":{"verdict":"fail","suites":[{"file":"test/A.t.sol","name":"ATest","cases":[)j"
    R"j({"name":"test_a()","status":"pass","gas":5},{"name":"test_b()","status":"fail","reason":"no"}]}],)j"
    R"j("framework":{"name":"forge","version":"1.7.1"}}})j";

TEST(OutputEvidence, OrdinaryOutputSaysNothing) {
  const Evidence evidence =
      watch("building\nall good\n0 failed\n{\"level\":\"info\"}\n{}\n{\n  \"a\": 1\n}\n");
  EXPECT_FALSE(evidence.has_report);
  EXPECT_FALSE(evidence.shows_failure());
  EXPECT_EQ(evidence.format, "");
}

TEST(OutputEvidence, ForgesJsonIsFoundBetweenOtherText) {
  const Evidence evidence = watch("make test\n" + recorded_output("multi.stdout") + "done\n");
  EXPECT_EQ(evidence.format, "forge-json");
  EXPECT_EQ(evidence.totals.failed, 19U);
  EXPECT_TRUE(evidence.complete);
  EXPECT_TRUE(evidence.shows_failure());
  EXPECT_EQ(evidence.framework.name, "forge");
}

TEST(OutputEvidence, ForgesJsonThatWasMadePrettyIsFound) {
  const Evidence evidence = watch(
      "{\n  \"test/A.t.sol:ATest\": {\n    \"duration\": \"1ms\",\n    \"test_results\": {\n      "
      "\"test_a()\": "
      "{\"status\": \"Failure\", \"reason\": \"no\", \"kind\": {\"Unit\": {\"gas\": 5}}}\n    },\n    "
      "\"warnings\": []\n  }\n}\nFAILED (failures=1)\n");
  EXPECT_EQ(evidence.format, "forge-json");
  EXPECT_EQ(evidence.totals.failed, 1U);
  EXPECT_THAT(evidence.failure_lines, ElementsAre("FAILED (failures=1)"));
}

TEST(OutputEvidence, ForgesJsonThatIsCutOffIsSaidToBe) {
  for (const std::size_t length : {30U, 300U, 3000U}) {
    const Evidence evidence = watch(recorded_output("multi.stdout").substr(0, length));
    EXPECT_TRUE(evidence.has_report) << length;
    EXPECT_TRUE(evidence.state.truncated) << length;
  }
}

TEST(OutputEvidence, ForgesTextIsFoundOnEitherStream) {
  OutputEvidence both(some_words());
  both.feed(Stream::out, recorded_output("multi_human.stdout"));
  both.feed(Stream::err, recorded_output("compile_error.stderr"));
  const Evidence evidence = both.finish();
  EXPECT_EQ(evidence.format, "forge-text");
  EXPECT_EQ(evidence.totals.failed, 19U);
  EXPECT_EQ(evidence.diagnostics.size(), 1U);
  EXPECT_TRUE(evidence.state.cause.has_value());
}

TEST(OutputEvidence, ProctorsOwnAnswerIsFound) {
  const Evidence evidence = watch("$ proctor test --json\n" + kEnvelope + "\n");
  EXPECT_EQ(evidence.format, "proctor");
  EXPECT_EQ(evidence.totals.failed, 1U);
  EXPECT_EQ(evidence.totals.passed, 1U);
  EXPECT_EQ(evidence.framework.version, "1.7.1");
  EXPECT_EQ(evidence.state.cause->code, ErrorCode::test_assertion_failed);
}

TEST(OutputEvidence, AnswersThatOnlyBeginLikeProctorsAreNot) {
  EXPECT_FALSE(watch("{\"ok\":true,\"result\":[]}\n{\"ok\":false,\"data\":{\"run\":\"x\"}}\n").has_report);
}

TEST(OutputEvidence, ABrokenDocumentHidesNothingBehindIt) {
  for (const char* start :
       {"{\"ok\":true,\"data\":[\n", "{\"test/A.t.sol:ATest\":{\n", "{\n", "{\"ok\":true,\"x\n"}) {
    const Evidence evidence =
        watch(std::string(start) + "FAILED (failures=1)\n" + recorded_output("multi_human.stdout"));
    EXPECT_THAT(evidence.failure_lines, testing::Contains("FAILED (failures=1)")) << start;
    EXPECT_EQ(evidence.totals.failed, 19U) << start;
  }
}

TEST(OutputEvidence, ALaterPassTakesNothingBack) {
  const Evidence evidence = watch("FAILED (failures=1)\nrunning again\nOK\n==== 3 passed in 0.1s ====\n");
  EXPECT_THAT(evidence.failure_lines, ElementsAre("FAILED (failures=1)"));
  EXPECT_TRUE(evidence.shows_failure());
}

TEST(OutputEvidence, FailureLinesAreHarmlessAndBounded) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "\x1b[31mnot ok 1 - \xff\x01 " + std::string(5000, 'x') + "\n";
  const Evidence evidence = watch(text);
  ASSERT_EQ(evidence.failure_lines.size(), OutputEvidence::kFailureLines);
  EXPECT_TRUE(is_valid_utf8(evidence.failure_lines[0]));
  EXPECT_LE(evidence.failure_lines[0].size(), OutputEvidence::kFailureLineBytes);
  EXPECT_TRUE(evidence.failure_lines[0].starts_with("not ok 1 - "));
}

TEST(OutputEvidence, PiecesOfAnySizeGiveTheSame) {
  const std::string whole = "make\n  1 failing\n" + recorded_output("multi_human.stdout") +
                            recorded_output("multi.stdout").substr(0, 20000) + "\n" + kEnvelope +
                            "\n1 failed, 2 passed in 0.1s\n" + recorded_output("compile_error.stderr") +
                            "\nFAIL";
  const std::string wanted = describe(watch(whole));
  EXPECT_THAT(wanted, HasSubstr("1 failing"));
  for (const std::size_t piece : {1U, 2U, 63U, 64U, 100U, 4096U}) {
    EXPECT_EQ(describe(watch(whole, piece)), wanted) << piece;
  }
}

// Lines that are there as a whole are judged where they stand; byte by byte each of them is gathered.
TEST(OutputEvidence, LinesInPlaceAreJudgedAsThoseThatAreGathered) {
  const std::vector<std::string> parts{"test ",
                                       "a ... ok",
                                       "a ... FAILED",
                                       "test result: FAILED. 1 passed; 1 failed",
                                       "test cases: 1 | 1 failed",
                                       "\n",
                                       "\n",
                                       "\n",
                                       "\r\n",
                                       "\r",
                                       " ",
                                       "\t",
                                       "\x1b[31m",
                                       "\x1b[0m",
                                       "\x1b[",
                                       "\x1b[1G",
                                       "1G",
                                       "\x1b]0;x",
                                       "\a",
                                       "\x1b",
                                       "FAIL",
                                       "FAILED (failures=1)",
                                       "not ok 1",
                                       "not ok",
                                       "1..3",
                                       "PASS",
                                       "=== RUN   TestX",
                                       "    Test #3: x ...   Passed    0.01 sec",
                                       "3/3 Test #3: x ...***Failed    0.01 sec",
                                       "{\"numFailedTestSuites\":1,\"numFailedTests\":1}",
                                       "# fail 2",
                                       "[PASS] test_a() (gas: 1)",
                                       "[FAIL: no] test_b()",
                                       "Ran 2 tests for test/A.t.sol:ATest",
                                       "Suite result: FAILED. 1 passed; 1 failed; 0 skipped; finished in 1ms",
                                       "{",
                                       "{\x1b\n",
                                       "\"a.sol:A\":{",
                                       "{\"Action\":\"fail\",\"Package\":\"x\"}",
                                       "{\"Action\":\"pass\",\"Package\":\"x\"}",
                                       "{\"ok\":",
                                       "Compiler run failed:",
                                       "Error (1): x",
                                       "1 failed",
                                       ", 2 passed in 0.1s",
                                       "prose",
                                       "\xE2\x9C\x97 FAIL  x",
                                       std::string(1100, 'x'),
                                       std::string(5000, 'y')};
  std::minstd_rand random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::size_t i = 0; i < 3 + random() % 60; ++i) text += parts[random() % parts.size()];
    ASSERT_EQ(describe(watch(text)), describe(watch(text, 1))) << text;
  }
}

TEST(OutputEvidence, WhatACarriageReturnEndsIsALine) {
  const std::string text = "1 of 2\r2 of 2\rnot ok 1 - x\r\n\rFAIL\r\r\n{\r\n\"a\"\r";
  for (const std::size_t piece : {1U, 2U, 3U, 100U}) {
    EXPECT_THAT(watch(text, piece).failure_lines, ElementsAre("not ok 1 - x", "FAIL")) << piece;
  }
}

TEST(OutputEvidence, LinesAreMaskedBeforeTheyAreCut) {
  OutputEvidence evidence(some_words(), [](std::string_view) { return "not ok 1 - [secret]"; });
  evidence.feed(Stream::out, "not ok 1 - " + std::string(190, 'x') + "hush\n");
  EXPECT_THAT(evidence.finish().failure_lines, ElementsAre("not ok 1 - [secret]"));
}

TEST(OutputEvidence, WhatIsSaidBecauseTheCommandIsEndedIsNoFailure) {
  OutputEvidence evidence(some_words());
  evidence.feed(Stream::out, "--- FAIL: TestSeen (0.00s)\n");
  evidence.command_is_being_ended();
  evidence.feed(Stream::err, "--- FAIL: TestLate (0.00s)\n");
  EXPECT_THAT(evidence.finish().failure_lines, ElementsAre("--- FAIL: TestSeen (0.00s)"));
}

TEST(OutputEvidence, WhatIsExpectedToFailDoesntFail) {
  EXPECT_THAT(watch("not ok 1 - a # TODO later\nnot ok 2 - b # skip\n").failure_lines, IsEmpty());
  EXPECT_THAT(watch("not ok 1 - leaves out # skipped lines\n").failure_lines, SizeIs(1));
}

TEST(OutputEvidence, SaysWhatLinesSayOfAPassAndOfNoTests) {
  EXPECT_EQ(watch("=== 3 passed in 0.1s ===\n").passed, "=== 3 passed in 0.1s ===");
  EXPECT_EQ(watch("ok a 0.1s\n").passed_some, "ok a 0.1s");
  EXPECT_EQ(watch("no tests ran in 0.1s\n").none_ran, "no tests ran in 0.1s");
  EXPECT_EQ(watch("no tests ran in 0.1s\n3 passed in 0.1s\n").none_ran, "");
  EXPECT_EQ(watch("no tests to run\n").nothing, "no tests to run");
  EXPECT_EQ(watch("\x1b[1m== test session starts ==\x1b[0m\na.py .").unfinished, "== test session starts ==");
}

TEST(OutputEvidence, LooksBehindThePrefixesOfSeveralPrograms) {
  EXPECT_THAT(watch("[0] --- FAIL: TestX (0.00s)\n[1] web | not ok 2 b\n[2] prose\n").failure_lines,
              ElementsAre("[0] --- FAIL: TestX (0.00s)", "[1] web | not ok 2 b"));
}

TEST(OutputEvidence, OfSeveralSourcesTheWorseResultStays) {
  const std::string failing = recorded_output("multi_human.stdout");
  const Evidence once = watch(failing);
  const auto both = [](std::string_view first, std::string_view second) {
    std::vector<Evidence> sources;
    sources.push_back(watch(first));
    sources.push_back(watch(second));
    return merged(std::move(sources));
  };
  for (const Evidence& evidence : {both(failing, "ok\n"), both("ok\n", failing), both(failing, failing)}) {
    EXPECT_TRUE(evidence.has_report);
    EXPECT_EQ(evidence.totals, once.totals);
    EXPECT_TRUE(evidence.shows_failure());
  }
  EXPECT_THAT(both("FAIL\n", "not ok 1 a\n").failure_lines, ElementsAre("FAIL", "not ok 1 a"));
}

TEST(OutputEvidence, TheEndWithoutANewlineCounts) {
  EXPECT_THAT(watch("ok\nFAIL").failure_lines, ElementsAre("FAIL"));
}

TEST(OutputEvidence, NoTestsIsAReportWithoutTests) {
  const Evidence evidence = watch(recorded_output("notests.stdout"));
  EXPECT_TRUE(evidence.has_report);
  EXPECT_FALSE(evidence.state.found);
  EXPECT_THAT(evidence.state.none_reason, HasSubstr("No tests found"));
  EXPECT_THAT(evidence.suites, IsEmpty());

  const Evidence filtered = watch(
      "No files changed, compilation skipped\n"
      "Warning: no tests match the provided pattern:\n\tmatch-test: `nothing`\n\n");
  EXPECT_TRUE(filtered.has_report);
  EXPECT_THAT(filtered.state.none_reason, HasSubstr("match-test: `nothing`"));
}

}  // namespace
}  // namespace proctor::format
