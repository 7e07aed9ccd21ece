#include "run/read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "base/files.hpp"
#include "base/text.hpp"

namespace proctor {
namespace {
using testing::HasSubstr;
using testing::SizeIs;

std::string file(const std::string& name) {
  return read_file(std::string(PROCTOR_SOURCE_DIR "/tests/data/forge-outputs/") + name).value_or("");
}

Answer read(std::string_view text, const Recorded& recorded, std::size_t piece = 4096) {
  return read_recorded(
      [&]() {
        const std::string_view next = text.substr(0, piece);
        text.remove_prefix(next.size());
        return next;
      },
      recorded);
}

std::string code(const Answer& answer) {
  EXPECT_EQ(answer.ok(), answer.report && answer.report.value().verdict == Verdict::pass);
  return answer.error ? std::string(info(answer.error->code).name) : "pass";
}

struct Case {
  std::string name;
  std::optional<int> exit_code{};
};

std::vector<Case> index() {
  std::vector<Case> cases;
  const std::string text = file("INDEX.tsv");
  for (const std::string_view line : split_lines(text)) {
    const std::size_t tab = line.find('\t');
    const std::string name(line.substr(0, tab));
    if (name == "case") continue;
    cases.push_back({name, std::stoi(std::string(line.substr(tab + 1)))});
  }
  return cases;
}

Recorded recorded_as(const std::string& name, std::optional<int> exit_code) {
  return {.format = "forge-json", .exit_code = exit_code, .stderr_text = file(name + ".stderr")};
}

// The verdict of each recorded run of a real forge.
const std::map<std::string, std::vector<std::string>> kByCode{
    {"pass",
     {"coverage_lcov", "evm_paris", "evm_shanghai", "missing_dep", "no_toml", "root_flag", "single_cold",
      "warn_filtered_cold", "wrong_case_setup"}},
    {"TEST_ASSERTION_FAILED",
     {"custom_error", "fail_fast", "lint_on", "live_logs", "multi", "multi_cold", "multi_vv", "multi_vvv",
      "only_ctor_fail", "only_fuzz", "only_invariant", "only_table", "rerun_after_human", "warn_cold",
      "warn_warm"}},
    // FORGE_ALLOW_FAILURE; a listing, a summary or a gas report in place of results.
    {"TEST_INCONSISTENT", {"allow_failure", "gas_report_fail", "list", "summary"}},
    {"TEST_CONFIG_INVALID", {"bad_evm", "bad_glob", "bad_regex", "bad_toml", "json_junit", "md_json"}},
    {"TOOL_NOT_FOUND", {"bad_solc"}},
    {"TEST_COMPILE_FAILED", {"build_json_error", "compile_error", "compile_error_filtered", "import_escape"}},
    {"TEST_FORGE_FAILED",
     {"coverage_fail", "epipe", "killed_KILL", "killed_SIGINT_invariant", "killed_TERM", "killed_partial",
      "multi_human"}},
    {"TEST_NONE_RAN",
     {"coverage_summary", "empty_dir", "nomatch_contract", "nomatch_test", "nomatch_test_typo", "notests",
      "only_setup_skip", "only_skipped", "root_missing"}}};
// Their output is too long to be kept.
const std::set<std::string> kWithoutOutput{"big_warm", "killed_INT", "multi_vvvv", "multi_warm"};

TEST(ReadRecorded, EachRunOfARealForgeHasItsVerdict) {
  std::map<std::string, std::string> wanted;
  for (const auto& [verdict, names] : kByCode) {
    for (const std::string& name : names) wanted[name] = verdict;
  }
  const std::vector<Case> cases = index();
  ASSERT_GT(cases.size(), 50U);
  for (const Case& one : cases) {
    const std::string text = file(one.name + ".stdout");
    const std::string got = code(read(text, recorded_as(one.name, one.exit_code)));
    if (kWithoutOutput.contains(one.name)) {
      EXPECT_NE(got, "pass") << one.name;
    } else {
      EXPECT_EQ(got, wanted[one.name]) << one.name;
    }
  }
}

TEST(ReadRecorded, NoPassWithAnotherExitCode) {
  for (const std::string& name : kByCode.at("pass")) {
    for (const int exit_code : {1, 2, 101, 137, -2, -9, -15, 255})
      EXPECT_NE(code(read(file(name + ".stdout"), recorded_as(name, exit_code))), "pass")
          << name << exit_code;
  }
}

TEST(ReadRecorded, WithoutAnExitCodeTheReportAloneIsJudged) {
  for (const auto& [verdict, names] : kByCode) {
    for (const std::string& name : names) {
      const std::string got = code(read(file(name + ".stdout"), recorded_as(name, std::nullopt)));
      EXPECT_EQ(got == "pass", verdict == "pass") << name << ": " << got;
    }
  }
}

TEST(ReadRecorded, WithoutWhatStoodOnStderrThereIsNoPassMore) {
  for (const auto& [verdict, names] : kByCode) {
    for (const std::string& name : names) {
      for (const std::optional<int> exit_code : {std::optional<int>(), std::optional<int>(0)}) {
        const std::string got =
            code(read(file(name + ".stdout"), {.format = "forge-json", .exit_code = exit_code}));
        EXPECT_EQ(got == "pass", verdict == "pass") << name << ": " << got;
      }
    }
  }
}

TEST(ReadRecorded, AReportCutAnywhereIsNoPass) {
  for (const char* name : {"evm_paris", "wrong_case_setup", "missing_dep", "coverage_lcov"}) {
    const std::string text = file(std::string(name) + ".stdout");
    const std::size_t end = text.find_last_of('}') + 1;
    for (std::size_t cut = 0; cut < end; ++cut)
      ASSERT_NE(code(read(std::string_view(text).substr(0, cut), {.format = "forge-json", .exit_code = 0})),
                "pass")
          << name << cut;
  }
}

TEST(ReadRecorded, ACompileErrorIsFoundOnceWhereverItStood) {
  for (const char* name : {"compile_error", "compile_error_filtered", "build_json_error"}) {
    const Answer answer = read(file(std::string(name) + ".stdout"), recorded_as(name, 1));
    EXPECT_THAT(answer.report.value().diagnostics, SizeIs(1)) << name;
    EXPECT_THAT(answer.error->message, HasSubstr("Undeclared identifier")) << name;
    EXPECT_THAT(answer.error->message, testing::Not(HasSubstr("in all"))) << name;
  }
}

TEST(ReadRecorded, WhatTestsPrintIsNoCompileError) {
  const std::string text = "Compiler run failed:\nError (1): x\n --> a.sol:1:1:\n" + file("evm_paris.stdout");
  const Answer answer =
      read(text,
           {.format = "forge-json", .exit_code = 0, .stderr_text = "{\"reason\":\"Compiler run failed\"}\n"});
  EXPECT_EQ(code(answer), "pass");
  EXPECT_TRUE(answer.report.value().diagnostics.empty());
}

TEST(ReadRecorded, SaysHowTheProcessEnded) {
  const auto termination = [](std::optional<int> exit_code) {
    return read("", {.format = "forge-json", .exit_code = exit_code}).report.value().termination;
  };
  EXPECT_FALSE(termination(std::nullopt));
  EXPECT_EQ(termination(3)->code, 3);
  EXPECT_EQ(termination(3)->kind, Termination::Kind::exited);
  EXPECT_EQ(termination(-9)->code, 9);
  EXPECT_EQ(termination(-9)->kind, Termination::Kind::signalled);
}

TEST(ReadRecorded, PiecesOfAnySizeGiveTheSame) {
  const std::string text = file("live_logs.stdout");
  for (const std::size_t piece : {1U, 2U, 63U, 1'000'000U}) {
    const Answer answer = read(text, {.format = "forge-json", .exit_code = 1}, piece);
    EXPECT_EQ(code(answer), "TEST_ASSERTION_FAILED") << piece;
    EXPECT_EQ(count(answer.report.value().suites).total(), 2U) << piece;
  }
}

TEST(ReadRecorded, GarbageIsNoPass) {
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[]"), std::string("null"), std::string(1000, '\0'),
        std::string("\xFF\xFE\n"), std::string(100'000, '{'), std::string("{\"a\":{\"test_results\":{}}}")}) {
    for (const std::optional<int> exit_code : {std::optional<int>(), std::optional<int>(0)})
      EXPECT_NE(code(read(text, {.format = "forge-json", .exit_code = exit_code})), "pass")
          << text.substr(0, 40);
  }
}

// Each of these is cut anywhere: as long as something is missing, it is no pass.
TEST(ReadRecorded, AReportOfAnyToolCutAnywhereIsNoPass) {
  const std::map<std::string, std::string> reports{
      {"tap", "1..2\nok 1 - a\nok 2 - b\n"},
      {"junit-xml", "<testsuite tests=\"1\"><testcase name=\"a\"/></testsuite>"},
      {"mocha-json", "[\"start\",{\"total\":1}]\n[\"pass\",{\"title\":\"a\"}]\n[\"end\",{\"passes\":1}]\n"},
      {"libtest-json", R"({"type":"suite","event":"started","test_count":1}
{"type":"test","event":"started","name":"a"}
{"type":"test","event":"ok","name":"a"}
{"type":"suite","event":"ok","passed":1})"},
      {"go-test-json", R"({"Action":"run","Package":"p","Test":"A"}
{"Action":"output","Package":"p","Test":"A","Output":"--- PASS: A (0.00s)\n"}
{"Action":"pass","Package":"p","Test":"A"}
{"Action":"output","Package":"p","Output":"PASS\n"}
{"Action":"pass","Package":"p"})"}};
  for (const auto& [format, text] : reports) {
    const Answer whole = read(text, {.exit_code = 0});
    EXPECT_EQ(code(whole), "pass") << format;
    EXPECT_EQ(whole.report.value().source, format);
    EXPECT_EQ(code(read(text, {.exit_code = 1})), "TEST_INCONSISTENT") << format;
    // (All is known of TAP's last line when its "ok" is there.)
    const std::size_t end = format == "tap" ? text.rfind("ok") : text.find_last_not_of('\n');
    for (std::size_t cut = 0; cut < end; ++cut)
      EXPECT_NE(code(read(text.substr(0, cut), {.format = format, .exit_code = 0})), "pass") << format << cut;
  }
}

TEST(ReadRecorded, AnUnknownFormatIsABadRequest) {
  const Answer answer = read("", {.format = "forge-yaml"});
  EXPECT_EQ(code(answer), "INVALID_REQUEST");
  EXPECT_FALSE(answer.report);
  EXPECT_THAT(answer.error->message, HasSubstr("forge-yaml isn't known"));
  EXPECT_THAT(answer.error->message, HasSubstr("forge-json, go-test-json, tap"));
  EXPECT_EQ(code(read("hello\n", {})), "INVALID_REQUEST");
  EXPECT_EQ(code(read(" \n", {})), "TEST_NONE_RAN");
}

}  // namespace
}  // namespace proctor
