#include "run/logs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "run/kept_answers.hpp"
#include "supervise/log_file.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

class LogsTest : public testing::Test {
 protected:
  LogsTest() {
    std::string name = (temporary_dir() / "proctor-logs-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    setenv("XDG_STATE_HOME", dir_.c_str(), 1);
  }
  ~LogsTest() override {
    unsetenv("XDG_STATE_HOME");
    remove_tree(dir_);
  }
  void old(const std::string& name) {
    ASSERT_TRUE(make_private_dirs(logs_dir()));
    ASSERT_TRUE(write_file(logs_dir() / name, "x"));
  }
  std::vector<std::string> there() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(logs_dir())) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  static Config keep(std::uint64_t number) {
    Config config;
    config.logs.keep = number;
    return config;
  }
  fs::path dir_;
};

TEST_F(LogsTest, OfTheLogsOfOneSecondTheLastWrittenIsTheNewest) {
  const std::vector<std::string> ids = {"20260131-235959-bbbbbbbb", "20260131-235959-cccccccc",
                                        "20260131-235959-aaaaaaaa", "20260131-235958-dddddddd"};
  const auto now = fs::file_time_type::clock::now();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    old(ids[i] + ".log");
    fs::last_write_time(logs_dir() / (ids[i] + ".log"), now - std::chrono::milliseconds(10 * (10 - i)));
  }
  std::vector<std::string> kept;
  for (const KeptLog& log : kept_logs()) kept.push_back(log.id);
  EXPECT_THAT(kept, ElementsAre(ids[2], ids[1], ids[0], ids[3]));
}

TEST_F(LogsTest, ALogIsNamedByTimeAndChanceAndNotMadeYet) {
  const Log log = new_log(keep(5));
  EXPECT_THAT(log.id, MatchesRegex("20[0-9]{6}-[0-9]{6}-[0-9a-f]{8}"));
  EXPECT_EQ(log.path, dir_ / "proctor/logs" / (log.id + ".log"));
  EXPECT_FALSE(fs::exists(log.path));
  EXPECT_NE(new_log(keep(5)).id, log.id);
}

TEST_F(LogsTest, TogetherWithTheNewOneAsManyAreKeptAsTheConfigurationSays) {
  for (const char* name : {"20200101-000000-a.log", "20200102-000000-b.log", "20200103-000000-c.log"})
    old(name);
  old("notes.txt");
  new_log(keep(3));
  EXPECT_THAT(there(), ElementsAre("20200102-000000-b.log", "20200103-000000-c.log", "notes.txt"));
  new_log(keep(1));
  EXPECT_THAT(there(), ElementsAre("notes.txt"));
}

TEST_F(LogsTest, TheLogOfARunThatGoesOnStays) {
  old("20200101-000000-a.log");
  old("20200102-000000-b.log");
  supervise::LogFile written(logs_dir() / "20200101-000000-a.log", 100);
  written.append("still going on");
  new_log(keep(1));
  EXPECT_THAT(there(), ElementsAre("20200101-000000-a.log"));
  written.finish();
  new_log(keep(1));
  EXPECT_THAT(there(), ElementsAre());
}

TEST_F(LogsTest, FewerThanThatAreAllKept) {
  old("20200101-000000-a.log");
  new_log(keep(2));
  new_log(keep(UINT64_MAX));
  EXPECT_THAT(there(), ElementsAre("20200101-000000-a.log"));
}

TEST_F(LogsTest, KeepingNoneRemovesNoneAndNamesARunAllTheSame) {
  old("20200101-000000-a.log");
  const Log log = new_log(keep(0));
  EXPECT_EQ(log.path, "");
  EXPECT_NE(log.id, "");
  EXPECT_THAT(there(), ElementsAre("20200101-000000-a.log"));
}

TEST_F(LogsTest, WithoutAPlaceForLogsARunGoesOnAndKnowsWhy) {
  ASSERT_TRUE(write_file(dir_ / "proctor", "a file where the directory should be"));
  Log log = new_log(keep(5));
  EXPECT_EQ(log.path, "");
  EXPECT_THAT(log.obstacle, HasSubstr((dir_ / "proctor").string()));
  RunningLog(log, {}).end({});

  log = {.id = "20260131-235959-aaaaaaaa", .path = dir_ / "gone/a.log"};
  const RunningLog running(log, {.command = "make test", .workdir = "/w", .result = ""});
  EXPECT_EQ(log.path, "");
  EXPECT_THAT(log.obstacle, HasSubstr("gone"));
}

TEST_F(LogsTest, TheBeginningOfAnIdIsEnoughIfItMeansNoOther) {
  old("20260131-235959-0a1b2c3d.log");
  old("20260131-235959-0a1bffff.log");
  EXPECT_EQ(find_log("0a1b2")->stem(), "20260131-235959-0a1b2c3d");
  EXPECT_EQ(find_log("20260131-235959-0a1bf")->stem(), "20260131-235959-0a1bffff");
  EXPECT_THAT(find_log("0a1b").error().message, HasSubstr("means several runs"));
  EXPECT_THAT(find_log("0a1c").error().message, HasSubstr("There is no log of run 0a1c"));
}

TEST_F(LogsTest, TheBeginningOfAnIdIsEnoughForAnAnswer) {
  ASSERT_TRUE(keep_answer(keep(5), "20260131-235959-0a1b2c3d", {{"ok", true}}));
  ASSERT_TRUE(keep_answer(keep(5), "20260131-235959-0a1bffff", {{"ok", true}}));
  EXPECT_EQ(find_answer("0a1b2")->stem(), "20260131-235959-0a1b2c3d");
  EXPECT_THAT(find_answer("0a1b").error().message, HasSubstr("means several runs"));
  EXPECT_THAT(find_answer("0a1c").error().message, HasSubstr("There is no answer of run 0a1c"));
  EXPECT_THAT(find_answer("../x").error().message, HasSubstr("no run's id"));
}

TEST_F(LogsTest, ARunIsListedFromItsBeginningAndHasItsResultInTheEnd) {
  Log log = new_log(keep(5));
  RunningLog running(log, {.command = "make test", .workdir = "/w", .result = ""});
  ASSERT_EQ(kept_logs().size(), 1U);
  EXPECT_EQ(kept_logs()[0].id, log.id);
  EXPECT_EQ(kept_logs()[0].path, "") << "it has printed nothing";
  EXPECT_EQ(kept_logs()[0].note.command, "make test");
  EXPECT_EQ(kept_logs()[0].note.result, "running");
  new_log(keep(1));
  EXPECT_EQ(kept_logs().size(), 1U) << "it goes on";
  ASSERT_TRUE(write_file(log.path, "printed\n"));
  running.end({.command = "make test", .workdir = "/w", .result = "ok", .terminal = "both"});
  ASSERT_EQ(kept_logs().size(), 1U);
  EXPECT_EQ(kept_logs()[0].path, log.path);
  EXPECT_EQ(kept_logs()[0].note.result, "ok");
  EXPECT_EQ(kept_logs()[0].note.terminal, "both");
}

TEST_F(LogsTest, ARunThatPrintedNothingIsForgotten) {
  Log log = new_log(keep(5));
  RunningLog(log, {.command = "true", .workdir = "/w", .result = ""}).end({});
  EXPECT_THAT(there(), ElementsAre());
}

TEST_F(LogsTest, ARunWithWhichProctorWasKilledStandsThereAsInterrupted) {
  Log log = new_log(keep(5));
  const pid_t child = fork();
  if (child == 0) {
    const RunningLog running(log, {.command = "make test", .workdir = "/w", .result = ""});
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(kept_logs().size(), 1U);
  EXPECT_EQ(kept_logs()[0].id, log.id);
  EXPECT_EQ(kept_logs()[0].note.command, "make test");
  EXPECT_EQ(kept_logs()[0].note.workdir, "/w");
  EXPECT_EQ(kept_logs()[0].note.result, "interrupted");
  new_log(keep(1));
  EXPECT_THAT(there(), ElementsAre()) << "it makes room as others do";
}

TEST_F(LogsTest, WhatANewerProctorNotedIsListedWithoutItsWords) {
  const Log log = new_log(Config());
  ASSERT_TRUE(write_file(log.path, "printed"));
  ASSERT_TRUE(
      write_file(fs::path(log.path).replace_extension(".json"), R"({"version": 3, "command": ["a", "b"]})"));
  ASSERT_EQ(kept_logs().size(), 1U);
  EXPECT_EQ(kept_logs()[0].note.command, "noted by a newer proctor");
  EXPECT_EQ(kept_logs()[0].path, log.path);
}

}  // namespace
}  // namespace proctor
