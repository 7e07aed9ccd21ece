#include "format/forge_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>

#include "base/files.hpp"
#include "base/text.hpp"
#include "format/forge_json.hpp"
#include "format/forge_text_testing.hpp"

namespace proctor::format {
namespace {

using testing::HasSubstr;

std::string recorded(const std::string& name) {
  const auto text = read_file(std::filesystem::path(PROCTOR_SOURCE_DIR) / "tests/data/forge-outputs" / name);
  EXPECT_TRUE(text.has_value()) << name;
  return text.value_or("");
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string tail(const std::string& text, std::size_t lines) {
  std::size_t at = text.size();
  if (text.ends_with('\n')) --at;
  while (lines > 0 && at != std::string::npos && at > 0) {
    at = text.rfind('\n', at - 1);
    --lines;
  }
  return at == std::string::npos ? text : text.substr(at + (at == 0 ? 0 : 1));
}

const Case* find(const std::vector<Suite>& suites, std::string_view suite, std::string_view name) {
  for (const Suite& one : suites) {
    for (const Case& test : one.cases) {
      if (one.name == suite && test.name == name) return &test;
    }
  }
  return nullptr;
}

const std::string kTwoSuites =
    "No files changed, compilation skipped\n"
    "\n"
    "Ran 2 tests for test/A.t.sol:ATest\n"
    "[PASS] test_a() (gas: 123)\n"
    "[FAIL: it broke: 1 != 2] test_b() (gas: 45)\n"
    "Logs:\n"
    "  the counter stands at 1\n"
    "\n"
    "Suite result: FAILED. 1 passed; 1 failed; 0 skipped; finished in 1.09ms (9.96ms CPU time)\n"
    "\n"
    "Ran 1 test for test/B.t.sol:BTest\n"
    "[SKIP: later] test_c() (gas: 0)\n"
    "Suite result: ok. 0 passed; 0 failed; 1 skipped; finished in 1.09ms (9.96ms CPU time)\n"
    "\n"
    "Ran 2 test suites in 5.43ms (6.78ms CPU time): 1 tests passed, 1 failed, 1 skipped (3 total tests)\n"
    "\n"
    "Failing tests:\n"
    "Encountered 1 failing test in test/A.t.sol:ATest\n"
    "[FAIL: it broke: 1 != 2] test_b() (gas: 45)\n"
    "Logs:\n"
    "  the counter stands at 1\n"
    "\n"
    "Encountered a total of 1 failing tests, 1 tests succeeded\n"
    "\n"
    "Tip: Run `forge test --rerun` to retry only the 1 failed test\n";

TEST(ForgeText, AWholeRunGivesEveryTestOnce) {
  const auto read = read_forge_text(kTwoSuites);
  ASSERT_EQ(read.suites.size(), 2U);
  EXPECT_EQ(read.suites[0].file, "test/A.t.sol");
  EXPECT_EQ(read.suites[0].name, "ATest");
  ASSERT_EQ(read.suites[0].cases.size(), 2U);
  const Case& failed = read.suites[0].cases[1];
  EXPECT_EQ(failed.status, Status::fail);
  EXPECT_EQ(failed.reason, "it broke: 1 != 2");
  EXPECT_EQ(failed.gas, 45U);
  EXPECT_EQ(failed.kind, "unit");
  EXPECT_THAT(failed.logs, testing::ElementsAre("the counter stands at 1"));
  EXPECT_EQ(read.suites[1].cases[0].reason, "later");
  EXPECT_TRUE(read.state.found);
  EXPECT_FALSE(read.state.truncated);
  EXPECT_EQ(read.state.malformed, "");
  EXPECT_TRUE(read.complete);
  EXPECT_EQ(read.totals.total(), 3U);
}

// What people read and what programs read say the same, test by test.
TEST(ForgeText, TheRealOutputAgreesWithForgesJson) {
  const auto read = read_forge_text(recorded("multi_human.stdout"));
  ForgeJsonReader reader;
  reader.feed(recorded("multi.stdout"));
  const auto json = reader.finish();
  EXPECT_TRUE(read.complete);
  EXPECT_EQ(read.state.malformed, "");
  EXPECT_FALSE(read.state.truncated);
  EXPECT_EQ(read.totals.failed, 19U);
  EXPECT_EQ(read.totals.passed, 8U);
  EXPECT_EQ(read.totals.skipped, 3U);
  ASSERT_EQ(read.suites.size(), json.suites.size());
  for (std::size_t i = 0; i < json.suites.size(); ++i) {
    EXPECT_EQ(read.suites[i].file, json.suites[i].file);
    EXPECT_EQ(read.suites[i].name, json.suites[i].name);
    ASSERT_EQ(read.suites[i].cases.size(), json.suites[i].cases.size()) << read.suites[i].name;
    for (std::size_t k = 0; k < json.suites[i].cases.size(); ++k) {
      const Case& text = read.suites[i].cases[k];
      const Case& wanted = json.suites[i].cases[k];
      EXPECT_EQ(text.name, wanted.name);
      EXPECT_EQ(text.status, wanted.status) << wanted.name;
      EXPECT_EQ(text.kind, wanted.kind) << wanted.name;
      // forge's JSON writes the senders' addresses in lower case.
      EXPECT_EQ(lower(text.counterexample.value_or("")), lower(wanted.counterexample.value_or("")));
      EXPECT_EQ(text.reason, wanted.reason) << wanted.name;
    }
  }
}

TEST(ForgeText, EveryTailOfARealFailingRunShowsTheFailure) {
  const std::string whole = recorded("multi_human.stdout");
  const std::size_t lines = split_lines(whole).size();
  for (std::size_t kept = 1; kept <= lines; ++kept) {
    const auto read = read_forge_text(tail(whole, kept));
    ASSERT_TRUE(read.state.found) << kept;
    // Of the last line alone ("Fuzz seed: …") nobody can tell how the run went: it is cut off.
    ASSERT_TRUE(read.totals.failed > 0 || read.state.truncated) << kept;
    ASSERT_EQ(read.state.malformed, "") << kept;
    ASSERT_LE(count(read.suites).failed, 19U) << kept;
    ASSERT_TRUE(kept < 3 || read.totals.failed == 19) << kept;
  }
}

TEST(ForgeText, TheSumIsEnoughForAPassWhenOnlyTheTailIsThere) {
  const auto read = read_forge_text(
      "Ran 3 test suites in 72.36ms (84.87ms CPU time): 14 tests passed, 0 failed, 1 skipped (15 total "
      "tests)\n");
  EXPECT_TRUE(read.state.found);
  EXPECT_FALSE(read.state.truncated);
  EXPECT_FALSE(read.complete);
  EXPECT_EQ(read.totals.passed, 14U);
  EXPECT_EQ(read.totals.skipped, 1U);
}

TEST(ForgeText, ARunWithoutItsSumIsCutOff) {
  const auto read = read_forge_text("Ran 2 tests for test/A.t.sol:ATest\n[PASS] test_a() (gas: 123)\n");
  EXPECT_TRUE(read.state.found);
  EXPECT_TRUE(read.state.truncated);
  EXPECT_EQ(read.totals.passed, 1U);
}

TEST(ForgeText, PassingLinesPickedOutProveNothing) {
  const auto read = read_forge_text("[PASS] test_a() (gas: 123)\n[PASS] test_b() (gas: 5)\n");
  EXPECT_TRUE(read.state.truncated);
}

TEST(ForgeText, ASuiteCutAtItsBeginningGetsItsNameFromTheListOfFailures) {
  const std::size_t cut = kTwoSuites.find("[FAIL");
  const auto read = read_forge_text(kTwoSuites.substr(cut));
  ASSERT_NE(find(read.suites, "ATest", "test_b()"), nullptr);
  EXPECT_EQ(count(read.suites).failed, 1U);
  EXPECT_FALSE(read.complete);
  EXPECT_EQ(read.totals.passed, 1U);
  EXPECT_EQ(read.totals.failed, 1U);
}

TEST(ForgeText, ColoursChangeNothing) {
  std::string coloured;
  for (const std::string_view line : split_lines(kTwoSuites)) {
    if (line.starts_with('[')) {
      coloured += "\x1b[31m" + std::string(line.substr(0, line.find(']') + 1)) + "\x1b[0m" +
                  std::string(line.substr(line.find(']') + 1)) + "\r\n";
    } else {
      coloured += std::string(line) + "\n";
    }
  }
  EXPECT_EQ(describe(read_forge_text(coloured)), describe(read_forge_text(kTwoSuites)));
}

TEST(ForgeText, PiecesOfAnySizeGiveTheSame) {
  const std::string whole = recorded("multi_human.stdout");
  const std::string wanted = describe(read_forge_text(whole));
  for (const std::size_t piece : {1U, 2U, 7U, 100U, 5000U}) {
    EXPECT_EQ(describe(read_forge_text(whole, piece)), wanted) << piece;
  }
}

TEST(ForgeText, TwoRunsAddUpAndALaterPassTakesNothingBack) {
  std::string passed = kTwoSuites.substr(0, kTwoSuites.find("Failing tests:"));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"[FAIL: it broke: 1 != 2]", "[PASS]"},
           {"FAILED. 1 passed; 1 failed", "ok. 2 passed; 0 failed"},
           {"1 tests passed, 1 failed", "2 tests passed, 0 failed"}}) {
    passed.replace(passed.find(from), from.size(), to);
  }
  EXPECT_EQ(read_forge_text(passed).totals.failed, 0U);
  EXPECT_TRUE(read_forge_text(passed).complete);
  for (const std::string& both : {kTwoSuites + passed, passed + kTwoSuites, passed + tail(kTwoSuites, 3)}) {
    const auto read = read_forge_text(both);
    EXPECT_EQ(read.totals.failed, 1U) << both;
    EXPECT_EQ(read.state.malformed, "");
  }
}

TEST(ForgeText, OldFormsAreRead) {
  const auto read = read_forge_text(
      "Running 2 tests for test/A.t.sol:ATest\n"
      "[FAIL. Reason: assertion failed Counterexample: calldata=0x01, args=[5, true]] testFuzz(uint256,bool) "
      "(runs: 0, μ: 0, ~: 0)\n"
      "[PASS] test_a() (gas: 123)\n"
      "Test result: FAILED. 1 passed; 1 failed; finished in 2.43ms\n"
      "\n"
      "Failing tests:\n"
      "Encountered 1 failing test in test/A.t.sol:ATest\n"
      "[FAIL. Reason: assertion failed Counterexample: calldata=0x01, args=[5, true]] testFuzz(uint256,bool) "
      "(runs: 0, μ: 0, ~: 0)\n"
      "\n"
      "Encountered a total of 1 failing tests, 1 tests succeeded\n");
  const Case* failed = find(read.suites, "ATest", "testFuzz(uint256,bool)");
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(failed->reason, "assertion failed");
  EXPECT_EQ(failed->counterexample, "5, true");
  EXPECT_TRUE(read.complete);
}

TEST(ForgeText, AnOldRunWithoutASumEndsWithItsLastSuite) {
  const auto read = read_forge_text(
      "Running 1 test for test/A.t.sol:ATest\n"
      "[PASS] test_a() (gas: 123)\n"
      "Test result: ok. 1 passed; 0 failed; finished in 2.43ms\n");
  EXPECT_TRUE(read.complete);
  EXPECT_FALSE(read.state.truncated);
}

TEST(ForgeText, CompileErrorsBecomeDiagnosticsAndACause) {
  const auto read = read_forge_text(recorded("compile_error.stderr"));
  ASSERT_EQ(read.diagnostics.size(), 1U);
  EXPECT_EQ(read.diagnostics[0].code, "7576");
  EXPECT_EQ(read.diagnostics[0].line, 4);
  ASSERT_TRUE(read.state.cause.has_value());
  EXPECT_EQ(read.state.cause->code, ErrorCode::test_compile_failed);
  EXPECT_THAT(read.state.cause->message, HasSubstr("test/Bad.t.sol:4: Undeclared identifier."));
  EXPECT_FALSE(read.state.found);
}

TEST(ForgeText, NoTestsIsSaidInForgesWords) {
  const auto read = read_forge_text(recorded("notests.stdout"));
  EXPECT_FALSE(read.state.found);
  EXPECT_THAT(read.state.none_reason, HasSubstr("No tests found in project!"));
}

TEST(ForgeText, AFakeResultOfATestThatFailedDoesNotHideIt) {
  std::string text = kTwoSuites;
  text.insert(text.find("Logs:"), "[PASS] test_b() (gas: 1)\n");
  const auto read = read_forge_text(text);
  EXPECT_EQ(count(read.suites).failed, 1U);
  EXPECT_THAT(read.state.malformed, HasSubstr("more results than forge counts"));
}

TEST(ForgeText, AnUnfinishedFailureStillCounts) {
  const auto read = read_forge_text(
      "Ran 1 test for test/A.t.sol:ATest\n[FAIL: a reason that\ngoes on\nSuite result: FAILED. 0 passed; 1 "
      "failed; 0 skipped; finished in 1ms\n");
  EXPECT_EQ(read.totals.failed, 1U);
}

TEST(ForgeText, OrdinaryTextIsNoReport) {
  for (const char* text :
       {"", "Ran 2 tests for fun\n", "Ran 5 tests in 0.1s\n", "test result: ok. 1 passed; 0 failed;\n",
        "[FAIL] something\n", "[PASS] something\n", "Encountered 3 failing tests in a row\n",
        "Suite result: see below\n", "  [FAIL: x] test() (gas: 1)\n", "[FAIL: never closed\n"}) {
    const auto read = read_forge_text(text);
    EXPECT_FALSE(read.state.found) << text;
    EXPECT_FALSE(read.state.cause.has_value()) << text;
    EXPECT_TRUE(read.suites.empty()) << text;
  }
}

TEST(ForgeText, EndlessLinesAndEndlessResultsStayBounded) {
  ForgeTextReader reader;
  const std::string piece(1U << 20U, 'x');
  reader.feed("Ran 1 test for test/A.t.sol:ATest\n[FAIL: ");
  for (int i = 0; i < 20; ++i) reader.feed(piece);
  for (int i = 0; i < 5000; ++i) reader.feed("\nline");
  EXPECT_FALSE(reader.wants_every_line());
  const auto read = reader.finish();
  EXPECT_EQ(read.totals.failed, 1U);
}

}  // namespace
}  // namespace proctor::format
