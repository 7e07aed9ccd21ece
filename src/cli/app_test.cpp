#include "cli/app.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/paths.hpp"

namespace proctor::cli {
namespace {
using testing::HasSubstr;

struct Ended {
  int code = 0;
  std::string out{};
};

Ended proctor_with(std::vector<const char*> words) {
  words.insert(words.begin(), "proctor");
  testing::internal::CaptureStdout();
  Ended ended;
  ended.code = cli::main(static_cast<int>(words.size()), words.data());
  ended.out = testing::internal::GetCapturedStdout();
  return ended;
}

std::string code_in(const Ended& ended) {
  const auto document = parse_json(ended.out);
  if (!document) return "no JSON: " + ended.out;
  return document->at("ok").as_bool() ? "ok" : std::string(document->at("error").at("code").as_string());
}

std::string recorded(const char* name) {
  return std::string(PROCTOR_SOURCE_DIR "/tests/data/forge-outputs/") + name;
}

TEST(CommandLine, AnOptionWithoutACommandIsToldWhereItBelongs) {
  for (const std::vector<const char*>& words :
       std::vector<std::vector<const char*>>{{"-x"}, {"-x", "test"}, {"--filter=a"}})
    EXPECT_THAT(proctor_with(words).out,
                HasSubstr(fmt::format("no option {}. Options stand behind their command: proctor test {}",
                                      words.front(), words.front())));
  EXPECT_EQ(proctor_with({"--version"}).code, 0);
  EXPECT_EQ(proctor_with({"-h"}).code, 0);
}

TEST(CommandLine, WhatIsntUnderstoodIsABadRequestInTheFormThatWasAskedFor) {
  for (const std::vector<const char*>& words :
       std::vector<std::vector<const char*>>{{"--json"},
                                             {"test", "--json", "--no-such-option"},
                                             {"test", "--json", "a", "b"},
                                             {"test", "--json", "--fuzz-runs", "many"},
                                             {"test", "--json", "--fuzz-runs", "-1"},
                                             {"test", "--json", "--timeout"},
                                             {"test", "--json", "--timeout", "soon"},
                                             {"test", "--json", "--color", "pink"},
                                             {"test", "--json", "-vvvvvv"},
                                             {"test", "--json", "--request", "/nowhere/r.json"},
                                             {"test", "--json", "--config", "/nowhere/proctor.toml"},
                                             {"test", "--json", "/nowhere/project"},
                                             {"read", "--json"},
                                             {"read", "--json", "/nowhere/out", "--format", "forge-json"},
                                             {"read", "--json", "/tmp", "--format", "forge-json"},
                                             {"doctor", "--json", "--config", "/nowhere/proctor.toml"}}) {
    const Ended ended = proctor_with(words);
    EXPECT_EQ(ended.code, 2) << ended.out;
    EXPECT_EQ(code_in(ended), "INVALID_REQUEST");
  }
  EXPECT_EQ(proctor_with({"frobnicate"}).code, 2);
  EXPECT_EQ(proctor_with({"completions", "tcsh"}).code, 2);
}

TEST(CommandLine, AnEmptyValueIsNoneThatWasMeant) {
  for (const std::vector<const char*>& words :
       std::vector<std::vector<const char*>>{{"test", "--json", ""},
                                             {"test", "--json", "--request", ""},
                                             {"test", "--json", "--config", ""},
                                             {"test", "--json", "--only", "a", "--only", ""},
                                             {"call", "Test", "--json", "--memory", ""},
                                             {"call", "Test", "--json", "--isolation", ""},
                                             {"mcp", "--root", ""},
                                             {"doctor", "--json", "--config", ""}}) {
    const Ended ended = proctor_with(words);
    EXPECT_EQ(ended.code, 2) << ended.out;
    if (words.front() != std::string_view("mcp")) {
      EXPECT_EQ(code_in(ended), "INVALID_REQUEST");
      EXPECT_THAT(ended.out, HasSubstr("is empty: give it a value"));
    }
  }
}

TEST(CommandLine, HelpAndVersionAreNoErrors) {
  EXPECT_EQ(proctor_with({"--version"}).code, 0);
  EXPECT_THAT(proctor_with({"--version"}).out, testing::StartsWith("proctor "));
  const Ended help = proctor_with({"test", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("--rerun-failed"));
}

TEST(ReadCommand, JudgesWhatWasRecorded) {
  const std::string passed = recorded("evm_paris.stdout");
  const std::string failed = recorded("custom_error.stdout");
  const auto read = [](const std::string& file, const char* exit_code) {
    return proctor_with({"read", file.c_str(), "--format", "forge-json", "--exit-code", exit_code, "--json"});
  };
  EXPECT_EQ(read(passed, "0").code, 0);
  EXPECT_EQ(code_in(read(passed, "0")), "ok");
  EXPECT_EQ(code_in(read(passed, "1")), "TEST_INCONSISTENT");
  EXPECT_EQ(code_in(read(passed, "-9")), "TEST_FORGE_FAILED");
  EXPECT_EQ(read(failed, "1").code, 1);
  EXPECT_EQ(code_in(read(failed, "0")), "TEST_INCONSISTENT");
  EXPECT_EQ(proctor_with({"read", passed.c_str(), "--format", "forge-json"}).code, 0);
  EXPECT_EQ(proctor_with({"read", passed.c_str(), "--format", "junit"}).code, 2);
}

TEST(ReadCommand, TakesWhatStoodOnStderrIntoAccount) {
  const std::string out = recorded("notests.stdout");
  const std::string err = recorded("compile_error.stderr");
  const Ended ended = proctor_with(
      {"read", out.c_str(), "--format", "forge-json", "--exit-code", "1", "--stderr", err.c_str(), "--json"});
  EXPECT_EQ(code_in(ended), "TEST_COMPILE_FAILED");
  EXPECT_EQ(proctor_with({"read", out.c_str(), "--format", "forge-json", "--stderr", "/nowhere"}).code, 2);
}

}  // namespace
}  // namespace proctor::cli
