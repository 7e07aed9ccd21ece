#include "framework/forge_errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.hpp"

namespace proctor::framework {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::string recorded(const std::string& name) {
  return read_file(std::string(PROCTOR_SOURCE_DIR) + "/tests/data/forge-outputs/" + name).value_or("");
}

// What forge said in a recorded case without results.
std::optional<Error> cause_of(const std::string& name, int exit_code) {
  const std::string err = recorded(name + ".stderr");
  return forge_failure(recorded(name + ".stdout"), err, forge_diagnostics(err), exit_code);
}

std::string code_of(const std::optional<Error>& error) {
  return error ? std::string(info(error->code).name) : "none";
}

TEST(ForgeFailure, EachRecordedCaseHasItsCode) {
  EXPECT_EQ(code_of(cause_of("bad_evm", 2)), "TEST_CONFIG_INVALID");
  EXPECT_EQ(code_of(cause_of("bad_glob", 2)), "TEST_CONFIG_INVALID");
  EXPECT_EQ(code_of(cause_of("bad_regex", 2)), "TEST_CONFIG_INVALID");
  EXPECT_EQ(code_of(cause_of("json_junit", 2)), "TEST_CONFIG_INVALID");
  EXPECT_EQ(code_of(cause_of("bad_toml", 1)), "TEST_CONFIG_INVALID");
  EXPECT_EQ(code_of(cause_of("bad_solc", 1)), "TOOL_NOT_FOUND");
  EXPECT_EQ(code_of(cause_of("compile_error", 1)), "TEST_COMPILE_FAILED");
  EXPECT_EQ(code_of(cause_of("compile_error_filtered", 1)), "TEST_COMPILE_FAILED");
  EXPECT_EQ(code_of(cause_of("import_escape", 1)), "TEST_COMPILE_FAILED");
  EXPECT_EQ(code_of(cause_of("nomatch_test", 0)), "none");
  EXPECT_EQ(code_of(cause_of("empty_dir", 0)), "none");
}

TEST(ForgeFailure, TheMessageIsForgesOwnWithoutItsUsage) {
  EXPECT_THAT(cause_of("bad_evm", 2)->message, HasSubstr("Unknown evm version: marsh"));
  EXPECT_THAT(cause_of("bad_regex", 2)->message, HasSubstr("unclosed group"));
  EXPECT_THAT(cause_of("bad_toml", 1)->message, HasSubstr("expected `=`"));
  EXPECT_THAT(cause_of("json_junit", 2)->message, Not(HasSubstr("Usage")));
  for (const char* name : {"bad_evm", "bad_glob", "bad_regex", "json_junit"})
    EXPECT_THAT(cause_of(name, 2)->message, Not(HasSubstr("--help"))) << name;
  EXPECT_THAT(cause_of("bad_solc", 1)->message, HasSubstr("can't install missing solc 0.8.11"));
  EXPECT_EQ(cause_of("bad_solc", 1)->details.at("tool").as_string(), "solc");
  EXPECT_EQ(cause_of("compile_error", 1)->message,
            "The sources don't compile: test/Bad.t.sol:4: Undeclared identifier.");
  EXPECT_THAT(cause_of("import_escape", 1)->message, HasSubstr("etc/passwd"));
}

TEST(ForgeFailure, TheNumberOfCompileErrorsIsSaid) {
  const Diagnostic one{"error", "a.sol", 1, 1, "1", "bad"};
  Diagnostic warning = one;
  warning.severity = "warning";
  const auto error = forge_failure("", "Error: Compiler run failed:\n", {warning, one, one}, 1);
  EXPECT_EQ(error->message, "The sources don't compile: a.sol:1: bad (2 errors in all)");
}

TEST(ForgeFailure, AnUnknownReasonIsStillAFailureOfForge) {
  const auto error = forge_failure("", "The application panicked (crashed).\nMessage: oh\n", {}, 101);
  EXPECT_EQ(code_of(error), "TEST_FORGE_FAILED");
  EXPECT_THAT(error->message, HasSubstr("exit code 101"));
  EXPECT_THAT(error->message, HasSubstr("panicked"));
  EXPECT_FALSE(forge_failure("", " \n", {}, 1));  // the exit code alone is judged elsewhere
  EXPECT_FALSE(forge_failure("", "some noise", {}, 0));
}

TEST(ForgeFailure, ACompilerPathThatLeadsNowhereIsAMissingTool) {
  const auto error = forge_failure("", "Error: `solc` /nowhere/solc does not exist\n", {}, 1);
  EXPECT_EQ(code_of(error), "TOOL_NOT_FOUND");
  EXPECT_THAT(error->message, HasSubstr("/nowhere/solc"));
}

TEST(ForgeFailure, TheNetworkIsNamed) {
  EXPECT_THAT(forge_failure("", "Error: error sending request for url (http://x)", {}, 1)->message,
              HasSubstr("needed the network"));
}

TEST(ForgeFailure, AFloodMakesNoLongMessageAndCutsNoCharacter) {
  std::string flood = "Error: ";
  for (int i = 0; i < 100'000; ++i) flood += "ä";
  const auto error = forge_failure("", flood, {}, 1);
  EXPECT_LT(error->message.size(), 5000U);
  EXPECT_EQ(error->message.find("\xC3\""), std::string::npos);
}

TEST(ForgeDiagnostics, AreTheCompilersAndNotForgesOwn) {
  const auto found = forge_diagnostics(recorded("compile_error.stderr"));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].code, "7576");
  EXPECT_EQ(found[0].line, 4);
  EXPECT_THAT(forge_diagnostics(recorded("import_escape.stderr")), SizeIs(1));
  for (const char* name : {"multi.stderr", "multi_human.stderr", "multi_cold.stderr", "coverage_lcov.stderr",
                           "missing_dep.stderr", "bad_toml.stderr", "bad_solc.stderr"})
    EXPECT_THAT(forge_diagnostics(recorded(name)), IsEmpty()) << name;
}

TEST(ForgeWarnings, AreOneStringEachWithTheLinesThatBelongToThem) {
  const auto replayed = forge_warnings(recorded("multi.stderr"));
  ASSERT_THAT(replayed, SizeIs(2));
  EXPECT_THAT(replayed[0], HasSubstr("invariant_AlwaysSmall"));
  EXPECT_THAT(replayed[0], HasSubstr("Run `forge clean`"));
  EXPECT_THAT(forge_warnings(recorded("multi_human.stderr")), SizeIs(3));
  EXPECT_THAT(forge_warnings(recorded("coverage_lcov.stderr")), SizeIs(1));
  EXPECT_THAT(forge_warnings(recorded("multi_cold.stderr")), IsEmpty());
  EXPECT_THAT(forge_warnings("Warning: a\nError: b\nc\n\nWarning: d\n{\"e\":1}\nf\n"), ElementsAre("a", "d"));
  EXPECT_THAT(forge_warnings("a Warning: b"), IsEmpty());
}

}  // namespace
}  // namespace proctor::framework
