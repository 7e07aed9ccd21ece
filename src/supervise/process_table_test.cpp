#include "supervise/process_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;

TEST(LookBudget, IsSpentByWorkAndNotByWaiting) {
  const LookBudget budget(5ms);
  std::this_thread::sleep_for(30ms);
  EXPECT_FALSE(budget.spent());
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (!budget.spent() && std::chrono::steady_clock::now() < end) {
  }
  EXPECT_TRUE(budget.spent());
  EXPECT_FALSE(LookBudget().spent());

  const LookBudget by_clock(std::chrono::steady_clock::now() + 5ms);
  std::this_thread::sleep_for(30ms);
  EXPECT_TRUE(by_clock.spent());
}

TEST(AllProcesses, HoldsUsAndNobodyOnceTheBudgetIsSpent) {
  const auto all = all_processes();
  EXPECT_TRUE(
      std::any_of(all.begin(), all.end(), [](const Process& process) { return process.pid == getpid(); }));
  EXPECT_TRUE(all_processes(LookBudget(0ns)).empty());
}

TEST(ThreadCount, CountsThemUntilTheProcessHasEnded) {
  const std::size_t before = thread_count(getpid());
  std::thread another([before] { EXPECT_EQ(thread_count(getpid()), before + 1); });
  another.join();
  EXPECT_EQ(thread_count(1 << 30), 0U);
}

TEST(ReadProcess, SeesTheMemoryOfAProcessWhoseFirstThreadHasEnded) {
  constexpr std::size_t kBytes = 32U << 20U;
  const pid_t pid = fork();
  if (pid == 0) {
    std::thread([] {
      const std::string memory(kBytes, 'x');
      for (;;) pause();
    }).detach();
    syscall(SYS_exit, 0);
  }
  const auto pages = kBytes / static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto end = std::chrono::steady_clock::now() + 20s;
  std::optional<Process> process;
  do {
    std::this_thread::sleep_for(1ms);
    process = read_process(pid);
  } while (process && (process->thread == pid || process->resident_pages < pages) &&
           std::chrono::steady_clock::now() < end);
  ASSERT_TRUE(process);
  EXPECT_TRUE(process->alive());
  EXPECT_NE(process->thread, pid);
  EXPECT_NE(process->state, 'Z');
  EXPECT_GE(process->resident_pages, pages);
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
}

}  // namespace
}  // namespace proctor::supervise
