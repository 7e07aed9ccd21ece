#include "supervise/process_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

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

}  // namespace
}  // namespace proctor::supervise
