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
  OutputEvidence both;
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

TEST(OutputEvidence, ALineInPiecesSaysNoMoreThanOneInPlace) {
  const std::string line = " 2 2OR:  not a part of any test, see above for details";
  for (const std::string& text : {"x\n" + line + "\n", "x\nEE0\r\r\n" + line + "\n"}) {
    OutputEvidence evidence;
    for (const char byte : text) evidence.feed(Stream::out, std::string_view(&byte, 1));
    EXPECT_THAT(evidence.finish().failure_lines, IsEmpty()) << text;
    EXPECT_THAT(watch(text).failure_lines, IsEmpty()) << text;
  }
}

TEST(OutputEvidence, ABareFailIsGosUnlessATestIsRunning) {
  const std::string run = "=== RUN   TestX\nFAIL\n--- PASS: TestX (0.00s)\nPASS\nok  \tx\t0.1s\n";
  EXPECT_THAT(watch(run).failure_lines, IsEmpty());
  for (const std::string& failed : {run + "FAIL\n", "FAIL\n" + run, "FAIL\n=== RUN   TestX\n" + run}) {
    EXPECT_THAT(watch(failed).failure_lines, ElementsAre("FAIL")) << failed;
    EXPECT_THAT(watch(failed, 1).failure_lines, ElementsAre("FAIL")) << failed;
  }
  EXPECT_THAT(watch("=== RUN   TestX\n--- FAIL: TestX (0.00s)\nFAIL\nFAIL\tx\t0.1s\nFAIL\n").failure_lines,
              ElementsAre("--- FAIL: TestX (0.00s)", "FAIL\tx\t0.1s"));
}

TEST(OutputEvidence, ABareNotOkNeedsAPlan) {
  EXPECT_THAT(watch("not ok\nok\nnot ok\n").failure_lines, IsEmpty());
  for (const char* tap : {"1..2\nok\nnot ok\n", "ok\nnot ok\n1..2\n"}) {
    EXPECT_THAT(watch(tap).failure_lines, ElementsAre("not ok")) << tap;
    EXPECT_THAT(watch(tap, 1).failure_lines, ElementsAre("not ok")) << tap;
  }
}

TEST(OutputEvidence, MochasJsonSaysFailuresBehindPending) {
  const std::string sums =
      "{\n  \"stats\": {\n    \"tests\": 2,\n    \"passes\": 1,\n    \"pending\": 0,\n    ";
  EXPECT_THAT(watch(sums + "\"failures\": 1,\n").failure_lines, ElementsAre("\"failures\": 1,"));
  EXPECT_THAT(watch(sums + "\"failures\": 1,\n", 1).failure_lines, ElementsAre("\"failures\": 1,"));
  EXPECT_THAT(watch(sums + "\"failures\": 0,\n    \"failures\": 1,\n").failure_lines, IsEmpty());
  EXPECT_THAT(watch("{\n    \"failures\": 1,\n    \"pending\": 0,\n").failure_lines, IsEmpty());
}

TEST(OutputEvidence, JUnitsCountsMayStandOnLinesOfTheirOwn) {
  const auto ctest = [](int failures) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite "
           "name=\"(empty)\"\n\ttests=\"2\"\n\tfailures=\"" +
           std::to_string(failures) + "\"\n\tdisabled=\"0\"\n\t>\n\t<testcase name=\"a\">\n";
  };
  EXPECT_THAT(watch(ctest(1)).failure_lines, ElementsAre("failures=\"1\""));
  EXPECT_THAT(watch(ctest(0)).failure_lines, IsEmpty());
  EXPECT_THAT(watch("<testsuite\n    tests=\"1\"\n    errors=\"2\">\n").failure_lines,
              ElementsAre("errors=\"2\">"));
  // Somebody else's attributes.
  EXPECT_THAT(watch("<table\n\tfailures=\"1\"\n").failure_lines, IsEmpty());
  EXPECT_THAT(watch("<testsuite name=\"a\">\n<table\n\tfailures=\"1\"\n").failure_lines, IsEmpty());
}

TEST(OutputEvidence, PlaywrightsJsonSaysWhatWasUnexpectedBehindSkipped) {
  const std::string sums = "{\n  \"stats\": {\n    \"expected\": 2,\n    \"skipped\": 0,\n    ";
  EXPECT_THAT(watch(sums + "\"unexpected\": 1,\n    \"flaky\": 0\n").failure_lines,
              ElementsAre("\"unexpected\": 1,"));
  EXPECT_THAT(watch(sums + "\"unexpected\": 0,\n    \"flaky\": 1\n").failure_lines, IsEmpty());
  EXPECT_THAT(watch(sums + "\"failures\": 1,\n").failure_lines, IsEmpty());
  EXPECT_THAT(watch("  \"unexpected\": 1,\n").failure_lines, IsEmpty());
}

TEST(OutputEvidence, PytestsJsonSaysItByItsExitCode) {
  const std::string begin = R"({"created": 1700000000.5, "duration": 0.05, "exitcode": )";
  const std::string end = R"(, "root": "/a", "summary": {"total": 2}, "tests": [{"exitcode": 1, "a": ")";
  for (const std::size_t size : {3U, 100000U}) {
    const std::string rest = end + std::string(size, 'x') + "\"}]}";
    EXPECT_THAT(watch(begin + "1" + rest).failure_lines, SizeIs(1)) << size;
    EXPECT_THAT(watch(begin + "1" + rest, 1).failure_lines, SizeIs(1)) << size;
    EXPECT_THAT(watch(begin + "0" + rest).failure_lines, IsEmpty()) << size;
  }
  EXPECT_THAT(watch(R"({"created": 1, "status": "failed"})").failure_lines, IsEmpty());
}

TEST(OutputEvidence, RspecsJsonSaysItInItsSum) {
  const std::string begin = R"({"version":"3.12.0","examples":[{"id":"./a_spec.rb[1:1]","description":")";
  const std::string end = R"("}],"summary":{"example_count":2},"summary_line":"2 examples, )";
  for (const std::size_t size : {3U, 5000U, 100000U}) {
    const std::string line = begin + std::string(size, 'x') + end;
    EXPECT_TRUE(watch("\n" + line + "1 failure\"}\n").shows_failure()) << size;
    EXPECT_TRUE(watch(line + "1 failure\"}", 7).shows_failure()) << size;
    EXPECT_FALSE(watch("\n" + line + "0 failures\"}\n").shows_failure()) << size;
  }
  EXPECT_FALSE(watch("{\"version\":\"1.0\",\"failures\":1}\n").shows_failure());
}

TEST(OutputEvidence, WhatIsSaidBecauseTheCommandIsEndedIsNoFailure) {
  OutputEvidence evidence;
  evidence.feed(Stream::out, "FAIL: test_first (t.T)\n--- FAIL: TestSeen (0.00s)\ntest_b (t.T) ... ");
  evidence.command_is_being_ended();
  evidence.feed(Stream::err, "make: *** [Makefile:2: test] Terminated\n");
  evidence.feed(Stream::out,
                "Fatal Python error: Aborted\n\nCurrent thread 0x00007f014836b040 (most recent call "
                "first):\n    --- FAIL: TestHandedOn/late (0.00s)\nFAIL\tx\t3.852s\n");
  EXPECT_THAT(evidence.finish().failure_lines,
              ElementsAre("FAIL: test_first (t.T)", "--- FAIL: TestSeen (0.00s)",
                          "--- FAIL: TestHandedOn/late (0.00s)"));
}

// A test may ask Python for its stacks, and so may a watchdog; who crashes doesn't come to the sum.
TEST(OutputEvidence, PythonsStacksAreAFailureUnlessTheRunPasses) {
  const std::string begin = "===== test session starts =====\n";
  const std::string told =
      "a.py .Current thread\nCurrent thread 0x00007f85b48ba040 (most recent call first):\n  File\n";
  const std::string line = "Current thread 0x00007f85b48ba040 (most recent call first):";
  const std::string crashed = "src/test_a.py ..Fatal Python error: Aborted\n\n" + line + "\n  File\n";
  for (const std::string passed : {"===== 2 passed in 0.06s =====\n", "2 passed, 1 skipped in 1.02s\n",
                                   "Ran 2 tests in 0.018s\n\nOK\n"}) {
    for (const std::size_t piece : {std::string::npos, std::size_t{1}}) {
      EXPECT_THAT(watch(begin + told + told + passed, piece).failure_lines, IsEmpty()) << passed;
      EXPECT_THAT(watch(begin + crashed + begin + passed, piece).failure_lines, ElementsAre(line)) << passed;
      EXPECT_THAT(watch(begin + passed + crashed, piece).failure_lines, ElementsAre(line)) << passed;
    }
  }
  EXPECT_THAT(watch(told).failure_lines, ElementsAre(line));
  EXPECT_THAT(watch(told + "===== no tests ran in 0.01s =====\n").failure_lines, ElementsAre(line));

  OutputEvidence both;  // the stacks go to one stream, the sum to the other
  both.feed(Stream::out, begin);
  both.feed(Stream::err, told);
  both.feed(Stream::out, "===== 2 passed in 0.06s =====\n");
  EXPECT_FALSE(both.finish().shows_failure());
}

TEST(OutputEvidence, WhatCtestRepeatsUntilItPassesDidntFail) {
  const std::string failed = "3/3 Test #3: a.b ............***Failed    0.01 sec\n";
  const std::string passed = "    Test #3: a.b ............   Passed    0.01 sec\n";
  EXPECT_THAT(watch(failed + passed + "100% tests passed, 0 tests failed out of 3\n").failure_lines,
              IsEmpty());
  EXPECT_THAT(watch(failed + passed, 1).failure_lines, IsEmpty());
  // Of another run, another test, or for the first time.
  EXPECT_THAT(watch(failed + failed + passed).failure_lines.size(), 1U);
  EXPECT_THAT(watch(failed + "    Test #3: a.bc ...........   Passed    0.01 sec\n").failure_lines.size(),
              1U);
  EXPECT_THAT(watch(failed + "    Test #4: a.b ............   Passed    0.01 sec\n").failure_lines.size(),
              1U);
  EXPECT_THAT(watch(failed + "3/3 Test #3: a.b ............   Passed    0.01 sec\n").failure_lines.size(),
              1U);
  EXPECT_THAT(watch(failed + "67% tests passed, 1 tests failed out of 3\n" + passed).failure_lines,
              ElementsAre("67% tests passed, 1 tests failed out of 3"));
}

TEST(OutputEvidence, TheReportOfAFailedJestRunIsSeenHoweverLong) {
  const std::string counts =
      R"({"numFailedTestSuites":1,"numFailedTests":1,"numPassedTests":2,"success":false,"testResults":[)";
  const std::string vitest =
      R"({"numTotalTestSuites":2,"numPassedTestSuites":1,"numFailedTests":1,"success":false,"testResults":[)";
  const std::string passed =
      R"({"numFailedTestSuites":0,"numFailedTests":0,"success":true,"testResults":[{"success":false}, )";
  for (const std::size_t length : {1U, 2000U, 9000U}) {
    const std::string rest = "\"" + std::string(length, 'x') + "\"]}\n";
    for (const std::size_t piece : {1U, 100U, 100000U}) {
      EXPECT_TRUE(watch("x\n" + counts + rest, piece).shows_failure()) << length << " " << piece;
      EXPECT_TRUE(watch("x\n" + vitest + rest, piece).shows_failure()) << length << " " << piece;
      EXPECT_FALSE(watch("x\n" + passed + rest, piece).shows_failure()) << length << " " << piece;
    }
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

TEST(OutputEvidence, AMoveToTheFirstColumnEndsALineAsACarriageReturnDoes) {
  for (const char* move : {"\x1b[2K\x1b[1G", "\x1b[1G\x1b[0K", "\x1b[G\x1b[K", "\x1b[0G", "\x1b[2K\r"}) {
    const std::string text = std::string("Running 1/3") + move + "Tests: 1 failed, 2 passed, 3 total\n\x1b[1";
    for (const std::size_t piece : {1U, 2U, 3U, 100U}) {
      EXPECT_THAT(watch(text, piece).failure_lines, ElementsAre("Tests: 1 failed, 2 passed, 3 total"))
          << move;
    }
  }
  EXPECT_THAT(watch("Running\x1b[11GTests: 1 failed\n").failure_lines, IsEmpty());
}

TEST(OutputEvidence, LinesAreMaskedBeforeTheyAreCut) {
  OutputEvidence evidence([](std::string_view) { return "not ok 1 - [secret]"; });
  evidence.feed(Stream::out, "not ok 1 - " + std::string(190, 'x') + "hush\n");
  EXPECT_THAT(evidence.finish().failure_lines, ElementsAre("not ok 1 - [secret]"));
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
  EXPECT_THAT(both("FAIL\n", "not ok 1\n").failure_lines, ElementsAre("FAIL", "not ok 1"));
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
