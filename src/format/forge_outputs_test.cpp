// Every recorded output of a real forge gives the numbers that its index says.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/files.hpp"
#include "base/text.hpp"
#include "format/forge_json_testing.hpp"

namespace proctor::format {
namespace {

namespace fs = std::filesystem;

struct Recorded {
  std::string name;
  std::string counts;  // "8/19/3", or "-"
  std::string shape;
};

fs::path kept() {
  return fs::path(PROCTOR_SOURCE_DIR) / "tests/data/forge-outputs";
}
// The untrimmed originals, where they are at hand.
fs::path originals() {
  return fs::path(PROCTOR_SOURCE_DIR).parent_path() / "shared/forge-outputs";
}

std::vector<Recorded> index() {
  std::vector<Recorded> all;
  const auto text = read_file(kept() / "INDEX.tsv");
  if (!text) return all;
  for (const std::string_view line : split_lines(*text)) {
    std::vector<std::string> fields;
    for (std::string_view rest = line;;) {
      const std::size_t tab = rest.find('\t');
      fields.emplace_back(rest.substr(0, tab));
      if (tab == std::string_view::npos) break;
      rest.remove_prefix(tab + 1);
    }
    if (fields.size() == 5 && fields[0] != "case") all.push_back({fields[0], fields[3], fields[4]});
  }
  return all;
}

std::string counts_of(const ForgeJsonReader::Result& result) {
  const Counts counts = count(result.suites);
  EXPECT_EQ(counts.errors, 0U);
  return fmt::format("{}/{}/{}", counts.passed, counts.failed, counts.skipped);
}

// Returns how many files there were.
int check_all(const fs::path& folder) {
  int files = 0;
  for (const Recorded& recorded : index()) {
    SCOPED_TRACE(recorded.name);
    const auto text = read_file(folder / (recorded.name + ".stdout"));
    if (!text || text->empty()) continue;
    ++files;
    const ForgeJsonReader::Result result = read_forge(*text);
    EXPECT_EQ(describe(read_forge(*text, 1000)), describe(result));
    if (recorded.counts == "-") {
      EXPECT_FALSE(result.state.found && !result.state.truncated);
      EXPECT_EQ(count(result.suites).total(), 0U);
    } else if (recorded.name == "fail_fast") {
      continue;  // has a test of its own
    } else {
      EXPECT_EQ(counts_of(result), recorded.counts);
      EXPECT_TRUE(result.state.found);
      EXPECT_FALSE(result.state.truncated);
      EXPECT_EQ(result.state.malformed, "");
      EXPECT_EQ(result.state.instead, "");
      EXPECT_TRUE(recorded.shape.find(fmt::format(" {} suites", result.suites.size())) != std::string::npos);
    }
  }
  return files;
}

ForgeJsonReader::Result read_recorded(const std::string& name) {
  const auto text = read_file(kept() / (name + ".stdout"));
  EXPECT_TRUE(text.has_value()) << name;
  return read_forge(text.value_or(""));
}

const Case* find(const ForgeJsonReader::Result& result, std::string_view name) {
  for (const Suite& suite : result.suites) {
    for (const Case& test : suite.cases) {
      if (test.name == name) return &test;
    }
  }
  ADD_FAILURE() << "no case " << name;
  static const Case kNone;
  return &kNone;
}

TEST(ForgeOutputs, KeptOnesGiveWhatTheIndexSays) {
  EXPECT_GE(check_all(kept()), 40);
}

TEST(ForgeOutputs, OriginalsGiveWhatTheIndexSays) {
  if (!fs::exists(originals() / "INDEX.tsv")) GTEST_SKIP() << "the originals are not at hand";
  EXPECT_GE(check_all(originals()), 44);
}

TEST(ForgeOutputs, AFuzzTestThatFailFastInterruptedIsNoPass) {
  const auto result = read_recorded("fail_fast");
  // Forge counts 3/3/1; one of its passes is a fuzz test of 0 runs.
  const Counts counts = count(result.suites);
  EXPECT_EQ(counts.passed, 2U);
  EXPECT_EQ(counts.failed, 3U);
  EXPECT_EQ(counts.skipped, 1U);
  EXPECT_EQ(counts.errors, 1U);
  const Case* test = find(result, "testFuzz_SetNumber(uint256)");
  EXPECT_EQ(test->status, Status::error);
  EXPECT_NE(test->reason.value_or("").find("without a single run"), std::string::npos);
  EXPECT_EQ(result.suites.size(), 11U);  // suites without results are known too
}

TEST(ForgeOutputs, FiguresOfEachKind) {
  const auto result = read_recorded("multi");
  const Case* unit = find(result, "test_AssertEqFails()");
  EXPECT_EQ(unit->kind, "unit");
  EXPECT_EQ(unit->gas, 32318U);
  EXPECT_EQ(unit->runs, std::nullopt);
  EXPECT_EQ(unit->reason, "number should be 2: 1 != 2");
  const Case* fuzz = find(result, "testFuzz_Pass(uint8,uint8)");
  EXPECT_EQ(fuzz->kind, "fuzz");
  EXPECT_EQ(fuzz->gas, 862U);
  EXPECT_EQ(fuzz->runs, 256U);
  const Case* table = find(result, "tableSumsTest((uint256,bool))");
  EXPECT_EQ(table->kind, "table");
  EXPECT_EQ(table->gas, 1102U);
  EXPECT_EQ(table->runs, 3U);
  const Case* invariant = find(result, "invariant_Ok()");
  EXPECT_EQ(invariant->kind, "invariant");
  EXPECT_EQ(invariant->gas, std::nullopt);
  EXPECT_EQ(invariant->runs, 8U);
  EXPECT_TRUE(invariant->duration.has_value());
  EXPECT_GT(invariant->duration_ms.value_or(0), 0);
  EXPECT_EQ(find(result, "test_SkippedReason()")->reason, "needs RPC");
  EXPECT_EQ(find(result, "test_RequireString()")->reason, "plain revert – with “quotes” \"x\" \\ and é");
  EXPECT_EQ(find(result, "test_AssertString()")->reason, "assertion failed: a\"b\né != x");
}

TEST(ForgeOutputs, Counterexamples) {
  const auto result = read_recorded("multi");
  EXPECT_EQ(find(result, "tableNTest(uint256)")->counterexample, "3");
  EXPECT_EQ(find(result, "invariant_NeverOne()")->counterexample,
            "sender=0x0000000000000000000000000000000000001afc Handler.bump() args=[]");
  EXPECT_EQ(
      find(result, "invariant_AlwaysSmall()")->counterexample,
      "sender=0x000000000000000000000000000000000000146c Handler.set(uint256) "
      "args=[115792089237316195423570985008687907853269984665640564039457584007913129639933 [1.157e77]]");
}

TEST(ForgeOutputs, LogsAndWarningsAndSuites) {
  const auto logs = read_recorded("multi_vv");
  EXPECT_EQ(find(logs, "test_Log()")->logs, (std::vector<std::string>{"hello 42", "named: 7"}));
  ASSERT_EQ(logs.suites.size(), 1U);
  EXPECT_EQ(logs.suites[0].file, "test/Unit.t.sol");
  EXPECT_EQ(logs.suites[0].name, "LogTest");
  EXPECT_NEAR(logs.suites[0].duration_ms.value_or(0), 0.501389, 1e-9);
  const auto warned = read_recorded("warn_cold");
  ASSERT_EQ(warned.suites.size(), 1U);
  ASSERT_EQ(warned.suites[0].warnings.size(), 2U);
  EXPECT_EQ(warned.suites[0].warnings[0],
            "Found invalid setup function \"setup()\" did you mean \"setUp()\"?");
}

TEST(ForgeOutputs, TextAroundTheReportIsKept) {
  EXPECT_EQ(read_recorded("coverage_lcov").text,
            "Analysing contracts...\nRunning tests...\nWrote LCOV report.\n");
  EXPECT_NE(read_recorded("live_logs").text.find("console.log([0x1176"), std::string::npos);
  EXPECT_EQ(read_recorded("missing_dep").text, "Missing dependencies found. Installing now...\n\n");
}

TEST(ForgeOutputs, WhatStandsInsteadOfAReport) {
  EXPECT_EQ(read_recorded("list").state.instead, "a list of tests");
  EXPECT_EQ(read_recorded("summary").state.instead, "a summary");
  const auto gas = read_recorded("gas_report_fail");
  EXPECT_EQ(gas.state.instead, "a gas report");
  EXPECT_EQ(gas.state.malformed, "");
  ASSERT_EQ(gas.gas_report.size(), 1U);
  EXPECT_EQ(gas.gas_report[0].contract, "src/Counter.sol:Counter");
  EXPECT_EQ(gas.gas_report[0].deployment_gas, 200219U);
  ASSERT_EQ(gas.gas_report[0].functions.size(), 3U);
  EXPECT_EQ(gas.gas_report[0].functions[0].name, "increment()");
  EXPECT_EQ(gas.gas_report[0].functions[0].calls, 39911U);
  EXPECT_EQ(gas.gas_report[0].functions[0].max, 43482U);
  const auto build = read_recorded("build_json_error");
  EXPECT_EQ(build.state.instead, "a build report");
  ASSERT_EQ(build.diagnostics.size(), 1U);
  EXPECT_EQ(build.diagnostics[0].severity, "error");
  EXPECT_EQ(build.diagnostics[0].code, "7576");
  EXPECT_EQ(build.diagnostics[0].file, "test/Bad.t.sol");
  EXPECT_EQ(build.diagnostics[0].line, 4);
  EXPECT_EQ(build.diagnostics[0].column, 83);
  EXPECT_EQ(build.diagnostics[0].message, "Undeclared identifier.");
}

TEST(ForgeOutputs, WhyNoTestRan) {
  EXPECT_EQ(read_recorded("nomatch_test").state.none_reason,
            "No tests found in project! Forge looks for functions that start with `test`");
  EXPECT_EQ(read_recorded("empty_dir").state.none_reason, "Nothing to compile");
  EXPECT_FALSE(read_recorded("nomatch_test").state.found);
}

TEST(ForgeOutputs, CompileErrorsOnStdout) {
  const auto result = read_recorded("compile_error_filtered");
  EXPECT_FALSE(result.state.found);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_EQ(result.diagnostics[0].code, "7576");
  EXPECT_EQ(result.diagnostics[0].line, 4);
}

TEST(ForgeOutputs, AReportCutInItsTracesIsTruncatedAndHasNoCase) {
  const auto result = read_recorded("killed_partial");
  EXPECT_TRUE(result.state.found);
  EXPECT_TRUE(result.state.truncated);
  ASSERT_EQ(result.suites.size(), 1U);
  EXPECT_TRUE(result.suites[0].cases.empty());
}

TEST(ForgeOutputs, PiecesOfAnySizeGiveTheSame) {
  for (const char* name : {"multi_vv", "live_logs", "coverage_lcov", "build_json_error", "gas_report_fail",
                           "summary", "list", "compile_error_filtered", "warn_cold"}) {
    SCOPED_TRACE(name);
    const std::string text = read_file(kept() / (std::string(name) + ".stdout")).value_or("");
    const std::string whole = describe(read_forge(text));
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U, 65U}) {
      ASSERT_EQ(describe(read_forge(text, piece)), whole) << piece;
    }
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
      ForgeJsonReader reader;
      reader.feed(std::string_view(text).substr(0, cut));
      reader.feed(std::string_view(text).substr(cut));
      ASSERT_EQ(describe(reader.finish()), whole) << "cut at " << cut;
    }
  }
}

// Never a test that wasn't complete, and never a report that looks whole.
TEST(ForgeOutputs, CutAnywhereKeepsWhatWasComplete) {
  for (const char* name : {"fail_fast", "multi_vv", "warn_cold"}) {
    SCOPED_TRACE(name);
    const std::string text = read_file(kept() / (std::string(name) + ".stdout")).value_or("");
    const auto whole = read_forge(text);
    std::map<std::string, std::string> complete;  // each case as the whole report has it
    for (const Suite& suite : whole.suites) {
      for (const Case& test : suite.cases)
        complete[suite.name + test.name] = test.reason.value_or("") + word(test.status);
    }
    const std::size_t end = text.find_last_of('}');
    std::size_t before = 0;
    for (std::size_t cut = 0; cut <= end; ++cut) {
      const auto part = read_forge(std::string_view(text).substr(0, cut));
      ASSERT_FALSE(part.state.found && !part.state.truncated) << cut;
      ASSERT_EQ(part.state.malformed, "") << cut;
      std::size_t cases = 0;
      for (const Suite& suite : part.suites) {
        for (const Case& test : suite.cases) {
          ++cases;
          const auto same = complete.find(suite.name + test.name);
          ASSERT_TRUE(same != complete.end()) << cut;
          ASSERT_EQ(same->second, test.reason.value_or("") + word(test.status)) << cut;
        }
      }
      ASSERT_GE(cases, before) << cut;
      before = cases;
    }
    EXPECT_EQ(before, complete.size());
  }
}

}  // namespace
}  // namespace proctor::format
