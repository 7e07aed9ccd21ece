// What Forge asks forge before a run and makes of the answers, and what it makes of a run's output. A shell
// script stands in for forge where the subject is how it is asked.
#include "framework/forge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>

#include "base/environment.hpp"
#include "framework/forge_testing.hpp"

namespace proctor::framework {
namespace {
using std::chrono::milliseconds;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Kind = Termination::Kind;

constexpr const char* kAnswers = "case $1 in --version) echo 'forge Version: 1.7.1'; exit;; esac\n";
constexpr const char* kConfig = "case $1 in config) echo '{}'; exit;; esac\n";
constexpr const char* kList =
    R"(for w in "$@"; do [ "$w" = --list ] && echo '{"test/A.t.sol":{"A":["test_x","test_y"]}}' && exit; done)";

std::string log_of(const std::string& suite, int tests, bool finished = true) {
  const std::string time = "2026-11-21T23:07:05.597714Z ";
  const std::string name = time + "DEBUG suite{name=" + suite + "}: ";
  return time + "TRACE forge::multi_runner: running all tests\n" + time +
         "DEBUG forge::multi_runner: Found 1 test contracts out of 1 in 1µs\n" + name +
         "forge::multi_runner: start executing all tests in contract\n" + name + "forge::runner: Found " +
         std::to_string(tests) + " test functions out of 9 in 1µs\n" +
         (finished ? name + "forge::multi_runner: executed all tests in contract duration=1ms\n" : "");
}

std::string report_of(const std::string& suite, const std::vector<std::string>& tests) {
  std::string results;
  for (const std::string& test : tests)
    results += (results.empty() ? "\"" : ",\"") + test +
               R"(":{"status":"Success","reason":null,"kind":{"Unit":{"gas":1}}})";
  return "{\"" + suite + R"(":{"duration":"1ms","test_results":{)" + results + "},\"warnings\":[]}}\n";
}

class ForgeTest : public ForgeFixture {
 protected:
  ForgeTest() {
    set("TMPDIR", dir_.string());
    write("project/foundry.toml", "");
    place_.emplace(std::move(*Workspace::in_place(dir_ / "project")));
    fake(std::string(kAnswers) + kConfig + kList);
  }

  void fake(const std::string& script) { config_.forge.path = program("bin/forge", script); }

  Context context() {
    return {request_,
            config_,
            *place_,
            events_,
            [this](const supervise::Command& command, milliseconds limit, const supervise::OutputSink& sink) {
              {
                const std::lock_guard lock(mutex_);  // questions are asked side by side
                asked_.push_back(command.argv);
              }
              supervise::Limits limits;
              limits.wall = std::min(limit, longest_question_);
              limits.grace = milliseconds(100);
              return supervisor_.run(command, limits, {}, {.sink = sink});
            },
            environment_,
            only_};
  }

  Result<Plan> plan() {
    forge_ = std::make_unique<Forge>(builtin_definition("forge"));
    return forge_->plan(context());
  }
  std::string refused() {
    const auto made = plan();
    return made ? "planned" : std::string(info(made.error().code).name) + ": " + made.error().message;
  }

  /// A whole run with this output. Returns the verdict's code.
  std::string judged(const std::string& out, const std::string& err,
                     Termination end = {Kind::exited, 0, "0"}) {
    const auto made = plan();
    EXPECT_TRUE(made) << made.error().message;
    asked_.clear();
    forge_->feed(Stream::err, err);
    forge_->feed(Stream::out, out);
    supervise::Outcome outcome;
    outcome.termination = end;
    report_ = {};
    report_.termination = end;
    ReportState state;
    forge_->finish(context(), outcome, report_, state);
    const auto error = judge(report_, state);
    return error ? std::string(info(error->code).name) : "pass";
  }

  Request request_{};
  Config config_{};
  EventSink events_{};
  std::vector<TestId> only_{};
  std::vector<std::string> environment_ = own_environment();
  std::optional<Workspace> place_{};
  supervise::Supervisor supervisor_{};
  milliseconds longest_question_{10'000};
  std::mutex mutex_{};
  std::vector<std::vector<std::string>> asked_{};
  std::unique_ptr<Forge> forge_{};
  Report report_{};
};

TEST_F(ForgeTest, AForgeThatDoesNotAnswerRunsIntoTheTimeLimit) {
  longest_question_ = milliseconds(300);
  fake("case $1 in --version) sleep 60;; esac\necho '{}'");
  EXPECT_THAT(refused(), HasSubstr("TEST_TIMEOUT: forge was asked for `--version`"));
  fake(std::string(kAnswers) + "sleep 60");
  EXPECT_THAT(refused(), HasSubstr("TEST_TIMEOUT: forge was asked for `config`"));
}

TEST_F(ForgeTest, WhatDoesNotTellAVersionIsNoForge) {
  fake("echo 'bash 5.2'");
  EXPECT_THAT(refused(), HasSubstr("TOOL_NOT_FOUND: " + config_.forge.path.string() + " doesn't work"));
  fake("echo 'GLIBC_2.99 not found' >&2; exit 127");
  EXPECT_THAT(refused(), HasSubstr("GLIBC_2.99 not found"));
  fake("kill -9 $$");
  EXPECT_THAT(refused(), HasSubstr("TOOL_NOT_FOUND"));
  fake("");
  EXPECT_THAT(refused(), HasSubstr("TOOL_NOT_FOUND"));
}

TEST_F(ForgeTest, BothFormsOfAVersionAreUnderstood) {
  EXPECT_EQ(plan()->info.version, "1.7.1");
  fake(std::string("case $1 in --version) echo 'forge 0.2.0 (abc 2024-01-01)'; exit;; esac\n") + kConfig);
  EXPECT_EQ(plan()->info.version, "0.2.0");
}

TEST_F(ForgeTest, AConfigurationThatForgeRefusesIsNamedInItsOwnWords) {
  fake(std::string(kAnswers) + "cat '" PROCTOR_SOURCE_DIR
                               "/tests/data/forge-outputs/bad_toml.stderr' >&2; exit 1");
  EXPECT_THAT(refused(), HasSubstr("TEST_CONFIG_INVALID: "));
  EXPECT_THAT(refused(), HasSubstr("expected `=`"));
  fake(std::string(kAnswers) + "exit 1");
  EXPECT_EQ(refused(), "TEST_CONFIG_INVALID: forge doesn't take the configuration.");
}

TEST_F(ForgeTest, SettingsThatCannotBeReadDontStopARun) {
  for (const char* answer :
       {"echo nonsense", "echo '[]'", "echo '{\"evm_version\":3,\"fuzz\":[],\"fail_fast\":0}'", "kill -9 $$",
        "head -c 2000000 /dev/zero"}) {
    fake(std::string(kAnswers) + answer);
    const auto made = plan();
    ASSERT_TRUE(made) << answer;
    EXPECT_EQ(made->info.evm_version, "");
    EXPECT_THAT(made->info.fuzz_seed,
                testing::StartsWith("0x"));  // always one, so that a run can be repeated
  }
}

TEST_F(ForgeTest, TheProjectsOwnSettingsAreTold) {
  fake(std::string(kAnswers) +
       "echo '{\"evm_version\":\"cancun\",\"solc\":\"0.8.30\",\"fuzz\":{\"seed\":\"0x2a\"}}'");
  const auto made = plan();
  EXPECT_EQ(made->info.evm_version, "cancun");
  EXPECT_EQ(made->info.fuzz_seed, "0x2a");
  EXPECT_THAT(made->commands.front().argv, Contains("--fuzz-seed=0x2a"));
  request_.fuzz_seed = "7";
  EXPECT_EQ(plan()->info.fuzz_seed, "7");
}

TEST_F(ForgeTest, AnUploadIsRefusedIfForgeReadsItsSettingsAsHarmful) {
  place_.reset();
  place_.emplace(std::move(*Workspace::from_sources({{"test/A.t.sol", "x"}})));
  request_.sources = Sources{{"test/A.t.sol", "x"}};
  fake(std::string(kAnswers) + "echo '{\"ffi\":true}'");
  EXPECT_THAT(refused(), HasSubstr("TEST_CONFIG_INVALID"));
  fake(std::string(kAnswers) +
       "echo '{\"ffi\":false,\"fs_permissions\":[{\"access\":true,\"path\":\"/\"}]}'");
  EXPECT_THAT(refused(), HasSubstr("TEST_CONFIG_INVALID"));
  // Nor is it run if forge doesn't say how it reads them: some settings make it crash.
  for (const char* answer : {"kill -6 $$", "echo nonsense", "exit 0"}) {
    fake(std::string(kAnswers) + answer);
    EXPECT_THAT(refused(), HasSubstr("TEST_CONFIG_INVALID: forge doesn't tell")) << answer;
  }
  fake(std::string(kAnswers) + kConfig);
  EXPECT_EQ(refused(), "planned");
}

TEST_F(ForgeTest, TheMainRunIsOneCommandInTheProject) {
  request_.filter = "-x";
  const auto made = plan();
  ASSERT_THAT(made->commands, SizeIs(1));
  const supervise::Command& command = made->commands.front();
  EXPECT_EQ(command.argv.front(), config_.forge.path.string());
  EXPECT_EQ(command.workdir, dir_ / "project");
  EXPECT_THAT(command.argv, Contains("--json"));
  EXPECT_THAT(command.argv, Contains("--offline"));
  EXPECT_THAT(command.argv, Contains("--root=" + (dir_ / "project").string()));
  EXPECT_THAT(command.argv, Contains("--match-test=-x"));
}

TEST_F(ForgeTest, ChosenTestsAreRunByOneExactCommandASuite) {
  only_ = {{"test/A[1].t.sol", "A", "test_y"},
           {"test/A[1].t.sol", "A", "test_$x"},
           {"test/B.t.sol", "B", ""},
           {"test/B.t.sol", "B", "test_b"}};
  const auto made = plan();
  ASSERT_THAT(made->commands, SizeIs(2));
  const auto& first = made->commands[0].argv;
  EXPECT_THAT(first, Contains("--match-path=test/A[[]1[]].t.sol"));
  EXPECT_THAT(first, Contains("--match-contract=^(A)$"));
  EXPECT_THAT(first, Contains("--match-test=^test_\\$x\\(|^test_y\\("));
  // Where the preparation had failed, the whole suite.
  EXPECT_THAT(made->commands[1].argv, Contains("--match-contract=^(B)$"));
  EXPECT_THAT(made->commands[1].argv, Not(Contains(testing::StartsWith("--match-test="))));
}

TEST_F(ForgeTest, AWholeReportIsAPassAndNothingMoreIsAsked) {
  EXPECT_EQ(judged(report_of("test/A.t.sol:A", {"test_x()"}), log_of("test/A.t.sol:A", 1)), "pass");
  EXPECT_THAT(asked_, IsEmpty());
}

TEST_F(ForgeTest, WhatAPassingTestPrintsIsNoReasonAgainstIt) {
  const std::string report = report_of("test/A.t.sol:A", {"test_x()"});
  const std::string log = log_of("test/A.t.sol:A", 1);
  for (const std::string text : {"Compiler run failed:\n", "Error (1234): bad\n --> test/A.t.sol:1:1:\n",
                                 "Error: Compilation failed\n", "foundry.toml error: x\n",
                                 "No tests found in project!\n", "can't install missing solc 0.8.11\n"}) {
    EXPECT_EQ(judged(text + report, log), "pass") << text;
    EXPECT_THAT(report_.diagnostics, IsEmpty()) << text;
    const std::string event =
        "{\"event\":\"failure\",\"reason\":\"" + text.substr(0, text.find('\n')) + "\"}\n";
    EXPECT_EQ(judged(report, event + log), "pass") << text;
    EXPECT_EQ(judged(report, log + text), "pass") << text;
  }
}

TEST_F(ForgeTest, NothingPrintedTurnsAFailureOfForgeIntoAPass) {
  const std::string log = log_of("test/A.t.sol:A", 1, false);
  EXPECT_EQ(judged("all is well\n", log, {Kind::exited, 0}), "TEST_NONE_RAN");
  EXPECT_EQ(
      judged("Compiler run failed\n", log + "The application panicked\n", {Kind::exited, 101}) == "pass",
      false);
  EXPECT_EQ(judged(report_of("test/A.t.sol:A", {"test_x()"}), log, {Kind::exited, 1}), "TEST_INCONSISTENT");
  EXPECT_EQ(judged("", report_of("test/A.t.sol:A", {"test_x()"}), {Kind::exited, 0}), "TEST_NONE_RAN");
}

TEST_F(ForgeTest, WithoutAReportForgesOwnWordsSayWhy) {
  const auto recorded = [](const std::string& name) {
    return read_file(std::string(PROCTOR_SOURCE_DIR "/tests/data/forge-outputs/") + name).value_or("");
  };
  const Termination failed{Kind::exited, 1, ""};
  EXPECT_EQ(judged("", recorded("compile_error.stderr"), failed), "TEST_COMPILE_FAILED");
  EXPECT_THAT(report_.diagnostics, SizeIs(1));
  EXPECT_EQ(
      judged(recorded("compile_error_filtered.stdout"), recorded("compile_error_filtered.stderr"), failed),
      "TEST_COMPILE_FAILED");
  EXPECT_THAT(report_.diagnostics, SizeIs(1));
  EXPECT_EQ(judged("", recorded("bad_solc.stderr"), failed), "TOOL_NOT_FOUND");
  EXPECT_EQ(judged("", recorded("bad_glob.stderr"), {Kind::exited, 2}), "TEST_CONFIG_INVALID");
  EXPECT_EQ(judged("", "", failed), "TEST_FORGE_FAILED");
}

TEST_F(ForgeTest, FewerResultsThanTheLogAnnouncedAreLookedUpInTheList) {
  EXPECT_EQ(judged(report_of("test/A.t.sol:A", {"test_x()"}), log_of("test/A.t.sol:A", 2)),
            "TEST_INCONSISTENT");
  ASSERT_THAT(report_.not_run, SizeIs(1));
  EXPECT_EQ(report_.not_run[0].name, "test_y");
  ASSERT_THAT(asked_, SizeIs(1));
  EXPECT_EQ(asked_[0].back(), "--list");
}

TEST_F(ForgeTest, WithoutALogTheListIsAskedFor) {
  EXPECT_EQ(judged(report_of("test/A.t.sol:A", {"test_x()"}), ""), "TEST_INCONSISTENT");
  EXPECT_EQ(judged(report_of("test/A.t.sol:A", {"test_x()", "test_y()"}), ""), "pass");
  EXPECT_THAT(report_.warnings, IsEmpty());
}

TEST_F(ForgeTest, WhereNeitherLogNorListTellsIsNoPass) {
  fake(std::string(kAnswers) + kConfig + "exit 1");
  EXPECT_EQ(judged(report_of("test/A.t.sol:A", {"test_x()"}), ""), "TEST_INCONSISTENT");
  EXPECT_THAT(report_.warnings, ElementsAre(HasSubstr("list of tests can't be had")));
}

TEST_F(ForgeTest, AfterATimeoutTheFinishedSuitesAreRunOnceMore) {
  const std::string again = dir_.string() + "/again";
  fake(std::string(kAnswers) + kConfig + kList + "\nprintf '%s\\n' \"$@\" >'" + again + "'\ncat <<'END'\n" +
       report_of("test/A.t.sol:A", {"test_x()", "test_y()"}) + "END");
  EXPECT_EQ(judged("", log_of("test/A.t.sol:A", 2), {Kind::timed_out, 0, "no end"}), "TEST_TIMEOUT");
  ASSERT_THAT(report_.suites, SizeIs(1));
  EXPECT_THAT(report_.suites[0].cases, SizeIs(2));
  EXPECT_THAT(report_.not_run, IsEmpty());
  const std::string argv = read_file(again).value_or("");
  EXPECT_THAT(argv, HasSubstr("--match-path=test/A.t.sol\n"));
  EXPECT_THAT(argv, HasSubstr("--match-contract=^(A)$\n"));
  EXPECT_THAT(argv, HasSubstr("--fuzz-seed=" + plan()->info.fuzz_seed.substr(0, 2)));
}

TEST_F(ForgeTest, AfterACancelNothingMoreIsRun) {
  EXPECT_EQ(judged("", log_of("test/A.t.sol:A", 2), {Kind::cancelled, 0, "asked"}), "TEST_CANCELLED");
  EXPECT_THAT(asked_, IsEmpty());
  EXPECT_THAT(report_.not_run, SizeIs(1));
}

TEST_F(ForgeTest, BeforeTestsRanThereIsNothingToRecover) {
  EXPECT_EQ(judged("", "", {Kind::timed_out, 0, "no end"}), "TEST_TIMEOUT");
  EXPECT_THAT(asked_, IsEmpty());
}

}  // namespace
}  // namespace proctor::framework
