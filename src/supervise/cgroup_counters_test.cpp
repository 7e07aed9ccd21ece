// What each version's files say, as the kernel's documentation has it. That real kernels write them so: the
// tests of limits.
#include "supervise/cgroup_counters.hpp"

#include <fcntl.h>

#include "base/unique_fd.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::microseconds;

class Counters : public ::testing::Test {
 protected:
  CgroupCounters v1() const { return {directory_.get(), 1}; }
  CgroupCounters v2() const { return {directory_.get(), 2}; }
  void file(const std::string& name, const std::string& content) const { folder_.file(name, content); }
  // As of version 2: of all below as well, and of the cgroup alone.
  void memory(unsigned oom, unsigned kills, unsigned oom_here, unsigned kills_here) const {
    file("memory.events", events(oom, kills));
    file("memory.events.local", events(oom_here, kills_here));
  }
  static std::string events(unsigned oom, unsigned kills) {
    return "low 0\nhigh 0\nmax 700\noom " + std::to_string(oom) + "\noom_kill " + std::to_string(kills) +
           "\noom_group_kill 0\n";
  }

 private:
  TestFolder folder_{};
  UniqueFd directory_{open(folder_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
};

TEST_F(Counters, WithoutAnyFileNothingStruck) {
  for (const CgroupCounters& counters : {v1(), v2()}) {
    EXPECT_EQ(counters.oom_kills(), 0U);
    EXPECT_EQ(counters.refused_forks(), 0U);
    EXPECT_EQ(counters.cpu_time(), std::nullopt);
    EXPECT_EQ(counters.peak_memory(), std::nullopt);
    EXPECT_EQ(counters.peak_processes(), std::nullopt);
    // Whoever was killed or refused all the same, the limit that is known of is named.
    EXPECT_TRUE(counters.memory_limit_met());
    EXPECT_TRUE(counters.process_limit_met());
  }
}

TEST_F(Counters, AFullPageCacheIsNeitherAKillNorTheLimitBehindOne) {
  memory(0, 0, 0, 0);
  EXPECT_EQ(v2().oom_kills(), 0U);
  EXPECT_FALSE(v2().memory_limit_met());
}

TEST_F(Counters, AKillAtTheOwnLimit) {
  memory(1, 3, 1, 3);
  EXPECT_EQ(v2().oom_kills(), 3U);
  EXPECT_TRUE(v2().memory_limit_met());
}

TEST_F(Counters, AKillForALimitAroundItCountsButIsNotItsOwn) {
  memory(0, 1, 0, 1);
  EXPECT_EQ(v2().oom_kills(), 1U);
  EXPECT_FALSE(v2().memory_limit_met());
}

TEST_F(Counters, AKillForALimitThatTheRunSetBelowIsItsOwnMatter) {
  memory(2, 2, 0, 0);
  EXPECT_EQ(v2().oom_kills(), 0U);
  memory(2, 3, 0, 1);  // and one here, for a limit around it
  EXPECT_EQ(v2().oom_kills(), 1U);
  EXPECT_FALSE(v2().memory_limit_met());
}

TEST_F(Counters, NobodyHidesFromTheOwnLimitInACgroupBelow) {
  memory(1, 1, 1, 0);
  EXPECT_EQ(v2().oom_kills(), 1U);
  memory(5, 5, 1, 0);  // four of them for limits of its own
  EXPECT_GT(v2().oom_kills(), 0U);
  EXPECT_TRUE(v2().memory_limit_met());
  memory(0, 1, 0, 0);  // for a limit around it
  EXPECT_EQ(v2().oom_kills(), 1U);
  EXPECT_FALSE(v2().memory_limit_met());
}

TEST_F(Counters, MemoryWithoutTheLocalFile) {
  file("memory.events", events(1, 1));
  EXPECT_EQ(v2().oom_kills(), 1U);
  EXPECT_TRUE(v2().memory_limit_met());
  file("memory.events", events(0, 1));
  EXPECT_FALSE(v2().memory_limit_met());
}

TEST_F(Counters, MemoryInVersion1) {
  file("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
  file("memory.limit_in_bytes", "67108864\n");
  file("memory.max_usage_in_bytes", "67100672\n");
  EXPECT_EQ(v1().oom_kills(), 2U);
  EXPECT_TRUE(v1().memory_limit_met());
  EXPECT_EQ(v1().peak_memory(), 67100672U);
  file("memory.max_usage_in_bytes", "30000000\n");
  EXPECT_FALSE(v1().memory_limit_met());
}

// Linux 6.11 and later.
TEST_F(Counters, RefusalsByTheOwnLimitAloneWhereTheKernelTellsThemApart) {
  file("pids.max", "40\n");
  file("pids.peak", "40\n");
  file("pids.events", "max 7\n");
  file("pids.events.local", "max 0\n");
  EXPECT_EQ(v2().refused_forks(), 0U);
  file("pids.events.local", "max 4\n");
  EXPECT_EQ(v2().refused_forks(), 4U);
}

TEST_F(Counters, RefusalsWhereTheKernelDoesNotTellThemApart) {
  file("pids.max", "40\n");
  file("pids.events", "max 7\n");
  for (const CgroupCounters& counters : {v1(), v2()}) {
    EXPECT_EQ(counters.refused_forks(), 7U);
    EXPECT_TRUE(counters.process_limit_met());
  }
  file("pids.peak", "40\n");
  EXPECT_TRUE(v2().process_limit_met());
  file("pids.peak", "39\n");
  EXPECT_FALSE(v2().process_limit_met());
}

TEST_F(Counters, CpuTime) {
  file("cpu.stat", "usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\nnice_usec 0\n");
  file("cpuacct.usage", "2500000000\n");
  EXPECT_EQ(v2().cpu_time(), microseconds(1'500'000));
  EXPECT_EQ(v1().cpu_time(), microseconds(2'500'000));
}

}  // namespace
}  // namespace proctor::supervise
