#include "config/sandbox_limits.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "base/own_cgroup.hpp"

namespace proctor {
namespace {

namespace fs = std::filesystem;

// As proctor is in many a container.
TEST(SandboxLimits, AreBelowWhatACgroupLeaves) {
  constexpr std::uint64_t kLeft = 100U << 20U;
  const auto own = own_cgroup("memory");
  if (!own) GTEST_SKIP() << own.error();
  const fs::path around = own->directory / ("sandbox-limits-test-" + std::to_string(getpid()));
  if (mkdir(around.c_str(), 0755) != 0) GTEST_SKIP() << "no cgroup can be made";
  std::ofstream(around / "memory.limit_in_bytes") << kLeft;
  const pid_t pid = fork();
  if (pid == 0) {
    std::ofstream(around / "cgroup.procs") << "0" << std::flush;
    _exit(sandbox_limits().memory == kLeft / 4 * 3 ? 0 : 1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  rmdir(around.c_str());
  EXPECT_EQ(status, 0);
  EXPECT_GT(sandbox_limits().memory, kLeft);  // not before: a process asks once
}

}  // namespace
}  // namespace proctor
