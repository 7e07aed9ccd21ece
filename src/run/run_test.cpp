// The whole way of a run, with a shell script that stands in for forge.
#include "run/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "workspace/workspace.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class RunTest : public testing::Test {
 protected:
  RunTest() {
    std::string name = (temporary_dir() / "proctor-run-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    for (const char* variable : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"})
      setenv(variable, dir_.c_str(), 1);
    fs::create_directories(dir_ / "project/test");
    EXPECT_TRUE(write_file(dir_ / "project/foundry.toml", ""));
    request_.project_root = (dir_ / "project").string();
    config_.forge.path = dir_ / "forge";
    config_.limits.grace = milliseconds(200);
    config_.cache.bytes = 0;
  }
  ~RunTest() override {
    for (const char* variable : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"}) unsetenv(variable);
    remove_tree(dir_);
  }

  /// A forge that answers questions, and for a run prints this and exits so.
  void forge(const std::string& out, int exit_code, const std::string& before = "") {
    ASSERT_TRUE(write_file(
        dir_ / "forge",
        "#!/bin/sh\ncase \"$1\" in --version) echo 'forge Version: 1.7.1'; exit ;; config) echo '{}'; "
        "exit ;; esac\nfor w in \"$@\"; do [ \"$w\" = --list ] && echo "
        "'{\"test/A.t.sol\":{\"A\":[\"test_x\"]}}' && exit; done\n" +
            before + "\ncat <<'END'\n" + out + "\nEND\nexit " + std::to_string(exit_code) + "\n",
        0700));
  }
  static std::string report(const std::string& status) {
    return R"json({"test/A.t.sol:A":{"duration":"1ms","test_results":{"test_x()":{"status":")json" + status +
           R"json(","reason":null,"kind":{"Unit":{"gas":1}}}},"warnings":[]}})json";
  }

  Answer run() {
    return run_tests(request_,
                     {.config = config_, .supervisor = supervisor_, .called_as = {"proctor", "test"}});
  }
  static std::string code(const Answer& answer) {
    return answer.error ? std::string(info(answer.error->code).name) : "pass";
  }

  fs::path dir_;
  Request request_{};
  Config config_{};
  supervise::Supervisor supervisor_{};
};

TEST_F(RunTest, APassHasItsReportItsLogAndNothingToRunAgain) {
  forge(report("Success"), 0);
  const Answer answer = run();
  EXPECT_EQ(code(answer), "pass");
  ASSERT_TRUE(answer.report);
  EXPECT_EQ(answer.report.value().framework.version, "1.7.1");
  EXPECT_EQ(answer.report.value().rerun, "");
  EXPECT_THAT(read_file(answer.report.value().run.log).value_or(""), HasSubstr("[PASS] test_x() (gas: 1)\n"));
}

TEST_F(RunTest, AFailureIsRememberedAndForgottenWhenItPasses) {
  forge(report("Failure"), 1);
  const Answer failed = run();
  EXPECT_EQ(code(failed), "TEST_ASSERTION_FAILED");
  EXPECT_THAT(failed.report.value().rerun, HasSubstr("--only 'test/A.t.sol::A::test_x()'"));
  request_.rerun_failed = true;
  forge(report("Success"), 0);
  const Answer again = run();
  EXPECT_EQ(code(again), "pass");
  EXPECT_THAT(again.report.value().run.command, HasSubstr("--match-contract=^(A)$"));
  const Answer nothing = run();
  EXPECT_THAT(nothing.report.value().warnings, Contains(HasSubstr("No failure is remembered")));
  EXPECT_THAT(nothing.report.value().run.command, Not(HasSubstr("--match")));
}

TEST_F(RunTest, ATestThatFailedAndIsGoneIsSaidAndNeverAPass) {
  forge(report("Failure"), 1);
  run();
  request_.rerun_failed = true;
  forge("No tests found in project!", 0);
  const Answer gone = run();
  EXPECT_EQ(code(gone), "TEST_NONE_RAN");
  EXPECT_THAT(gone.report.value().warnings,
              Contains(HasSubstr("isn't there any more: test/A.t.sol::A::test_x")));
  EXPECT_THAT(run().report.value().warnings, Contains(HasSubstr("No failure is remembered")));
}

TEST_F(RunTest, ARunWithFiltersForgetsNothingThatItLeftOut) {
  forge(report("Failure"), 1);
  run();
  request_.filter = "nothing";
  forge("No tests found in project!", 0);
  EXPECT_EQ(code(run()), "TEST_NONE_RAN");
  request_.filter.clear();
  request_.rerun_failed = true;
  EXPECT_THAT(run().report.value().run.command, HasSubstr("--match-contract=^(A)$"));
}

TEST_F(RunTest, ACompileErrorForgetsNothing) {
  forge(report("Failure"), 1);
  run();
  forge("Compiler run failed:", 1);
  EXPECT_EQ(code(run()), "TEST_COMPILE_FAILED");
  request_.rerun_failed = true;
  forge(report("Failure"), 1);
  EXPECT_THAT(run().report.value().run.command, HasSubstr("--match-contract=^(A)$"));
}

TEST_F(RunTest, WhatPreventsARunIsAnErrorWithoutAReport) {
  config_.forge.path = dir_ / "missing";
  const Answer no_tool = run();
  EXPECT_EQ(code(no_tool), "TOOL_NOT_FOUND");
  EXPECT_FALSE(no_tool.report);
  request_.project_root = (dir_ / "nowhere").string();
  EXPECT_EQ(code(run()), "INVALID_REQUEST");
  request_.project_root = dir_.string();
  EXPECT_EQ(code(run()), "TEST_NONE_RAN");
  request_.framework = "no-such";
  EXPECT_EQ(code(run()), "INVALID_REQUEST");
}

TEST_F(RunTest, ARunThatIsStoppedIsNoPassWhateverWasPrinted) {
  request_.timeout = milliseconds(2'000);
  forge("", 0, "echo '" + report("Success") + "'; sleep 60");
  const Answer answer = run();
  EXPECT_EQ(code(answer), "TEST_TIMEOUT");
  EXPECT_EQ(count(answer.report.value().suites).passed, 1U);  // what was there is kept
}

TEST_F(RunTest, AnUploadIsRunElsewhereAndNothingOfItIsLeft) {
  request_ = {};
  request_.sources = Sources{{"test/A.t.sol", "x"}};
  forge(report("Failure"), 1, "pwd");
  const Answer answer = run();
  EXPECT_EQ(code(answer), "TEST_ASSERTION_FAILED");
  EXPECT_THAT(answer.report.value().run.workdir, HasSubstr(private_directories_dir().string()));
  EXPECT_FALSE(fs::exists(answer.report.value().run.workdir));
  EXPECT_FALSE(fs::exists(dir_ / "proctor/failed"));
}

TEST_F(RunTest, AnUploadWithAPathThatLeadsOutIsRefused) {
  request_ = {};
  request_.sources = Sources{{"../x", "x"}};
  EXPECT_EQ(code(run()), "INVALID_REQUEST");
  EXPECT_FALSE(fs::exists(private_directories_dir() / "x"));
}

}  // namespace
}  // namespace proctor
