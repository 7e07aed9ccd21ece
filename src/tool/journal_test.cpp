#include "tool/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "run/logs.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::tool {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class JournalTest : public testing::Test {
 protected:
  JournalTest() {
    std::string name = (temporary_dir() / "proctor-journal-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    setenv("XDG_STATE_HOME", dir_.c_str(), 1);
    setenv("TMPDIR", dir_.c_str(), 1);
  }
  ~JournalTest() override {
    unsetenv("XDG_STATE_HOME");
    unsetenv("TMPDIR");
    remove_tree(dir_);
  }
  static std::size_t files() {
    std::error_code error;
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(journal_dir(), error), fs::directory_iterator()));
  }
  // What a proctor does that is killed in the middle of a run.
  static void die_during(const JournalEntry& entry) {
    const pid_t pid = fork();
    if (pid == 0) {
      auto journal = std::make_unique<Journal>();
      if (!journal->begin({.run = "done", .tool = "Test", .command = "true"})) _exit(1);
      journal->end("done", "ok");
      if (!journal->begin(entry)) _exit(1);
      raise(SIGKILL);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
  }
  fs::path dir_;
};

TEST_F(JournalTest, ACallThatEndedLeavesNothing) {
  {
    Journal journal;
    ASSERT_TRUE(journal.begin({.run = "a", .tool = "Test"}));
    EXPECT_EQ(files(), 1U);
    struct stat status {};
    ASSERT_EQ(stat(fs::directory_iterator(journal_dir())->path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    journal.end("a", "ok");
  }
  EXPECT_EQ(files(), 0U);
  EXPECT_THAT(recover_journals(), IsEmpty());
}

TEST_F(JournalTest, ACallOfALivingProcessIsNotTouched) {
  Journal journal;
  ASSERT_TRUE(journal.begin({.run = "a", .tool = "Test"}));
  EXPECT_THAT(recover_journals(), IsEmpty());
  EXPECT_EQ(files(), 1U);
}

TEST_F(JournalTest, ACallWithoutAResultIsToldOnceAndWhatItLeftIsRemoved) {
  const fs::path base = private_directories_dir();
  ASSERT_TRUE(make_private_dirs(base / "run-abcdef/tmp"));
  const std::string tag = "tag-" + std::to_string(getpid());
  const pid_t left = fork();
  if (left == 0) {
    const std::string entry = "PROCTOR_RUN=" + tag;
    const char* argv[] = {"sleep", "300", nullptr};
    const char* environment[] = {entry.c_str(), nullptr};
    execve("/bin/sleep", const_cast<char**>(argv), const_cast<char**>(environment));
    _exit(127);
  }
  usleep(100'000);  // until it is a sleep
  die_during({.run = "r1",
              .tool = "Test",
              .command = "make\033[31m test",
              .workdir = "/w",
              .tag = tag,
              .directory = base / "run-abcdef"});
  const auto told = recover_journals();
  EXPECT_THAT(told, ElementsAre(testing::AllOf(HasSubstr("r1"), HasSubstr("/w"), HasSubstr("not run again"),
                                               HasSubstr("A process"), testing::Not(HasSubstr("\033")))));
  int status = 0;
  waitpid(left, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(fs::exists(base / "run-abcdef"));
  EXPECT_THAT(recover_journals(), IsEmpty());
  EXPECT_EQ(files(), 0U);
}

TEST_F(JournalTest, WhatAKilledProcessLeftBeforeItsJournalWasReadyIsRemoved) {
  ASSERT_TRUE(make_private_dirs(journal_dir()));
  const pid_t gone = fork();
  if (gone == 0) _exit(0);
  int status = 0;
  waitpid(gone, &status, 0);
  const fs::path left = journal_dir() / (std::to_string(gone) + "-01234567.jsonl.new");
  const fs::path of_the_living = journal_dir() / (std::to_string(getpid()) + "-01234567.jsonl.new");
  ASSERT_TRUE(write_file(left, ""));
  ASSERT_TRUE(write_file(of_the_living, ""));
  EXPECT_THAT(recover_journals(), IsEmpty());
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(of_the_living));
}

TEST_F(JournalTest, NoOtherDirectoryIsEverRemoved) {
  fs::create_directory(dir_ / "precious");
  for (const fs::path& directory : {dir_ / "precious", private_directories_dir() / "../precious",
                                    fs::path("/"), private_directories_dir()}) {
    die_during({.run = "r", .tool = "Test", .directory = directory});
    EXPECT_EQ(recover_journals().size(), 1U);
  }
  EXPECT_TRUE(fs::exists(dir_ / "precious"));
}

TEST_F(JournalTest, DamagedJournalsAreSwallowed) {
  ASSERT_TRUE(make_private_dirs(journal_dir()));
  ASSERT_TRUE(
      write_file(journal_dir() / "1-a.jsonl", "\xFF{]\n{}\n[]\n{\"event\":\"begin\",\"run\":5}\n{\"eve"));
  fs::create_symlink("/etc/passwd", journal_dir() / "2-b.jsonl");
  ASSERT_EQ(mkfifo((journal_dir() / "3-c.jsonl").c_str(), 0600), 0);
  EXPECT_LE(recover_journals().size(), 1U);
  EXPECT_FALSE(fs::exists(journal_dir() / "1-a.jsonl"));
}

TEST_F(JournalTest, ACallThatCannotBeWrittenDownIsRefused) {
  ASSERT_TRUE(write_file(dir_ / "proctor", "a file where the directory should be"));
  Journal journal;
  EXPECT_FALSE(journal.begin({.run = "a", .tool = "Test"}));
}

TEST_F(JournalTest, AJournalOfANewerProctorIsToldAndStaysAsItIs) {
  die_during({.run = "r", .tool = "Test", .command = "sleep 1"});
  const fs::path file = fs::directory_iterator(journal_dir())->path();
  const std::string newer = R"({"version": 3, "event": "begin", "run": "r"})"
                            "\n";
  ASSERT_TRUE(write_file(file, newer));
  EXPECT_THAT(recover_journals(), ElementsAre(HasSubstr("has version 3")));
  EXPECT_EQ(read_file(file), newer);
}

}  // namespace
}  // namespace proctor::tool
