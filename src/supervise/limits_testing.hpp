// What the tests of limits share: runs held by cgroups and, as where there are none, by the watch.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <string>

#include "supervise/test_support.hpp"

namespace proctor::supervise {

constexpr std::uint64_t kMiB = 1U << 20U;

inline bool in_memory(const std::filesystem::path& directory) {
  struct statfs status {};
  return statfs(directory.c_str(), &status) == 0 && status.f_type == TMPFS_MAGIC;
}

/// The parameter: whether cgroups may be used.
class LimitedRun : public ::testing::TestWithParam<bool> {
 protected:
  Outcome run(const Command& command, Limits limits, const RunOptions& options = {}) {
    if (!limits.wall) limits.wall = std::chrono::seconds(60);
    Outcome outcome = supervisor_.run(command, limits, {}, options);
    EXPECT_THAT(own_cgroups(), ::testing::IsEmpty());
    EXPECT_THAT(processes_with(folder_.path().string()), ::testing::IsEmpty());
    return outcome;
  }
  Outcome run_script(const std::string& script, const Limits& limits, bool writable = false) {
    RunOptions options;
    if (writable) options.writable = {folder_.path()};
    // The folder's name marks every shell of the run.
    return run(shell(": " + folder_.path().string() + "\n" + script, folder_.path()), limits, options);
  }
  static std::string told(const Outcome& outcome) {
    return fmt::format("{}: {} (out {}) (err {})", word(outcome.termination.kind),
                       outcome.termination.evidence, outcome.out.text(), outcome.err.text());
  }

  Supervisor supervisor_{SupervisorOptions{.use_cgroup = GetParam()}};
  TestFolder folder_{};
};

/// The parameter in words.
inline std::string limited_by(const ::testing::TestParamInfo<bool>& limited) {
  return limited.param ? "ByCgroup" : "ByWatch";
}

}  // namespace proctor::supervise
