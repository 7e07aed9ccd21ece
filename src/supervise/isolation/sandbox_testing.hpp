// A fixture for tests with real sandboxes.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "supervise/test_support.hpp"

namespace proctor::supervise {

/// Runs in a sandbox whose one writable directory is `folder_`.
class SandboxTest : public ::testing::Test {
 protected:
  SandboxTest();

  Outcome run(const Command& command, const Limits& limits = {}) {
    return supervisor_.run(command, limits, {}, options_);
  }
  /// What a shell script in `folder_` prints on both streams.
  std::string says(const std::string& script);

  TestFolder folder_{};
  RunOptions options_{};
  Supervisor supervisor_{};
};

/// The same as who runs the tests and, if that is root, as an ordinary user too (in a process of its own).
class SandboxTestAsBoth : public SandboxTest, public ::testing::WithParamInterface<bool> {
 protected:
  void SetUp() override;
  std::string says(const std::string& script);
  bool as_user() const { return GetParam(); }
};

std::string name_of_both(const ::testing::TestParamInfo<bool>& info);

/// Calls it in a child process, and returns what it returned.
std::string in_child(const std::function<std::string()>& action);

/// The same in two steps, so that several may run at a time. (Not by threads: a process that forks while
/// another thread of it has the sanitizers' allocator locked waits for ever.)
struct StartedChild {
  pid_t pid = -1;
  int told = -1;
};
StartedChild start_child(const std::function<std::string()>& action);
std::string what_told(const StartedChild& child);

/// Calls it in a child process that has become nobody (65534), and returns what it returned.
std::string as_nobody(const std::function<std::string()>& action);

/// Path of the program that makes one system call (probe.c): NUMBER ARGUMENT…; copied into `folder`.
std::string probe_in(const TestFolder& folder);

}  // namespace proctor::supervise
