#include "supervise/tagged.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "supervise/process_table.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {
namespace {

// What a killed supervisor leaves: a process of its own session that nobody waits for but us.
pid_t start_sleeper(const std::string& tag) {
  const std::string entry = "PROCTOR_RUN=" + tag;
  const pid_t pid = fork();
  if (pid == 0) {
    setsid();
    const char* argv[] = {"sleep", "300", nullptr};
    const char* environment[] = {entry.c_str(), nullptr};
    execve("/bin/sleep", const_cast<char**>(argv), const_cast<char**>(environment));
    _exit(127);
  }
  while (environment_value(pid, "PROCTOR_RUN") != tag) std::this_thread::yield();
  return pid;
}

int end_of(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(EndMarked, KillsWhatBearsTheMarkAlsoInsideAChainAndNobodyElse) {
  const std::string tag = "run-" + std::to_string(getpid());
  const pid_t ours = start_sleeper(tag);
  const pid_t inner = start_sleeper("outer." + tag + ".more");
  const pid_t other = start_sleeper(tag + "0");
  const auto ended = end_tagged(tag);
  EXPECT_EQ(end_of(ours), SIGKILL);
  EXPECT_EQ(end_of(inner), SIGKILL);
  std::vector<int> pids;
  for (const LeftBehind& process : ended) {
    pids.push_back(process.pid);
    EXPECT_EQ(process.command, "sleep 300");
  }
  EXPECT_THAT(pids, testing::UnorderedElementsAre(ours, inner));
  EXPECT_EQ(kill(other, 0), 0);
  kill(other, SIGTERM);
  EXPECT_EQ(end_of(other), SIGTERM);
}

TEST(EndMarked, WithoutAMarkNobodyIsMeant) {
  EXPECT_TRUE(end_tagged("").empty());
  EXPECT_TRUE(end_tagged("run-that-never-was").empty());
}

TEST(EndMarked, ARunBearsTheMarkThatItWasGiven) {
  Supervisor supervisor;
  RunOptions options;
  options.tag = "my-tag";
  const Outcome outcome =
      supervisor.run({.argv = {"/bin/sh", "-c", "echo \"$PROCTOR_RUN\""}, .environment = {}, .workdir = "/"},
                     {}, {}, options);
  EXPECT_THAT(outcome.out.text(), testing::EndsWith("my-tag\n"));
}

}  // namespace
}  // namespace proctor::supervise
