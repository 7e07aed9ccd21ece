#include "supervise/marked.hpp"

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
pid_t start_sleeper(const std::string& mark) {
  const std::string entry = "PROCTOR_RUN=" + mark;
  const pid_t pid = fork();
  if (pid == 0) {
    setsid();
    const char* argv[] = {"sleep", "300", nullptr};
    const char* environment[] = {entry.c_str(), nullptr};
    execve("/bin/sleep", const_cast<char**>(argv), const_cast<char**>(environment));
    _exit(127);
  }
  while (environment_value(pid, "PROCTOR_RUN") != mark) std::this_thread::yield();
  return pid;
}

int end_of(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(EndMarked, KillsWhatBearsTheMarkAlsoInsideAChainAndNobodyElse) {
  const std::string mark = "run-" + std::to_string(getpid());
  const pid_t ours = start_sleeper(mark);
  const pid_t inner = start_sleeper("outer." + mark + ".more");
  const pid_t other = start_sleeper(mark + "0");
  const auto ended = end_marked(mark);
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
  EXPECT_TRUE(end_marked("").empty());
  EXPECT_TRUE(end_marked("run-that-never-was").empty());
}

TEST(EndMarked, ARunBearsTheMarkThatItWasGiven) {
  Supervisor supervisor;
  Setting setting;
  setting.mark = "my-mark";
  const Outcome outcome =
      supervisor.run({.argv = {"/bin/sh", "-c", "echo \"$PROCTOR_RUN\""}, .environment = {}, .workdir = "/"},
                     {}, {}, setting);
  EXPECT_THAT(outcome.out.text(), testing::EndsWith("my-mark\n"));
}

}  // namespace
}  // namespace proctor::supervise
