#include "run/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::HasSubstr;
using Kind = Termination::Kind;

class CommandsTest : public testing::Test {
 protected:
  CommandsTest() {
    std::string name = (temporary_dir() / "proctor-commands-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    config_.limits.grace = milliseconds(200);
  }
  ~CommandsTest() override { remove_tree(dir_); }

  supervise::Outcome run(const std::vector<std::string>& scripts, const Log& log = {}) {
    framework::Plan plan;
    for (const std::string& script : scripts)
      plan.commands.push_back({{"sh", "-c", script}, {"PATH=/usr/bin:/bin"}, dir_});
    const Engine engine{.config = config_, .supervisor = supervisor_, .stop = stop_.get_token()};
    const auto keep = [this](Stream stream, std::string_view bytes) {
      (stream == Stream::out ? out_ : err_) += bytes;
    };
    return run_commands(plan, request_, engine, {}, log, {.output = keep});
  }

  fs::path dir_;
  Config config_{};
  Request request_{};
  supervise::Supervisor supervisor_{};
  std::stop_source stop_{};
  std::string out_{};
  std::string err_{};
};

TEST_F(CommandsTest, SeveralCommandsAreOneRun) {
  const auto outcome = run({"echo a; echo x >&2", "echo b"});
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_EQ(outcome.termination.code, 0);
  EXPECT_EQ(out_, "a\nb\n");
  EXPECT_EQ(err_, "x\n");
}

TEST(Usages, ASumWithAPartThatIsNotKnownIsNotKnown) {
  const Usage known{.bytes_written = 5};
  EXPECT_EQ(add_up(known, known).bytes_written, 10U);
  EXPECT_EQ(add_up(known, Usage{}).bytes_written, std::nullopt);
  EXPECT_EQ(add_up(Usage{}, known).bytes_written, std::nullopt);
}

TEST_F(CommandsTest, TheFirstThatIsntContentSaysHowTheWholeEnded) {
  EXPECT_EQ(run({"exit 0", "exit 3", "exit 0", "exit 4"}).termination.code, 3);
  EXPECT_EQ(run({"exit 3", "echo still run", "exit 0"}).termination.code, 3);
  EXPECT_EQ(out_, "still run\n");  // one suite's failures don't keep the others from running
  EXPECT_EQ(run({"exit 0", "exit 5"}).termination.code, 5);
}

TEST_F(CommandsTest, OneThatDidNotEndByItselfEndsTheWhole) {
  const auto killed = run({"exit 0", "kill -9 $$", "echo never"});
  EXPECT_EQ(killed.termination.kind, Kind::signalled);
  EXPECT_EQ(killed.termination.code, 9);
  EXPECT_EQ(out_, "");
}

TEST_F(CommandsTest, AFailureBeforeItDoesNotHideThatTheRunWasStopped) {
  request_.timeout = milliseconds(500);
  const auto outcome = run({"exit 1", "sleep 60", "echo never"});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_EQ(out_, "");
}

TEST_F(CommandsTest, AllShareOneDeadlineAndItsWholeLengthIsTold) {
  request_.timeout = milliseconds(1000);
  const auto begin = std::chrono::steady_clock::now();
  const auto outcome = run({"sleep 0.7", "sleep 0.7", "sleep 0.7"});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_THAT(outcome.termination.evidence, ::testing::StartsWith("no end within 1.0 s; it used "));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(1390));
}

TEST_F(CommandsTest, WithoutATimeoutOfItsOwnTheConfigurationsHolds) {
  config_.limits.timeout = milliseconds(300);
  EXPECT_EQ(run({"sleep 60"}).termination.kind, Kind::timed_out);
}

TEST_F(CommandsTest, WhatCannotBeStartedIsSaid) {
  framework::Plan plan;
  plan.commands.push_back({{"/nowhere/forge"}, {}, dir_});
  const Engine engine{.config = config_, .supervisor = supervisor_};
  const auto outcome = run_commands(plan, request_, engine, {}, {}, {});
  EXPECT_EQ(outcome.termination.kind, Kind::not_started);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("/nowhere/forge"));
}

TEST_F(CommandsTest, ACancelStopsTheCommandAndThoseAfterIt) {
  stop_.request_stop();
  EXPECT_EQ(run({"sleep 60", "echo never"}).termination.kind, Kind::cancelled);
  EXPECT_EQ(out_, "");
}

TEST_F(CommandsTest, TheLogHasTheOutputAndTheDescriptionNamesIt) {
  const Log log{"id", dir_ / "x.log"};
  const auto outcome = run({"echo a"}, log);
  EXPECT_EQ(read_file(log.path).value_or(""), "a\n");
  framework::Plan plan;
  plan.commands = {{{"forge", "test", "a b"}, {}, "/p"}, {{"forge", "x"}, {}, "/p"}};
  const RunInfo info = describe_run(plan, outcome, log);
  EXPECT_EQ(info.id, "id");
  EXPECT_EQ(info.command, "forge test 'a b' && forge x");
  EXPECT_EQ(info.workdir, "/p");
  EXPECT_EQ(info.log, log.path.string());
  const supervise::Outcome nothing_written;
  EXPECT_EQ(describe_run(plan, nothing_written, log).log, "");
}

TEST_F(CommandsTest, ASideRunHasALimitOfItsOwnAndIsCancelledWithTheRun) {
  const Engine engine{.config = config_, .supervisor = supervisor_, .stop = stop_.get_token()};
  const framework::SideRun ask = side_runs(engine, {});
  const supervise::Command sleep{{"sleep", "60"}, {"PATH=/usr/bin:/bin"}, dir_};
  EXPECT_EQ(ask(sleep, milliseconds(200), {}).termination.kind, Kind::timed_out);
  stop_.request_stop();
  EXPECT_EQ(ask(sleep, milliseconds(60'000), {}).termination.kind, Kind::cancelled);
}

}  // namespace
}  // namespace proctor
