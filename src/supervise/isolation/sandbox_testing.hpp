// A fixture for tests with real sandboxes.
#pragma once

#include "supervise/test_support.hpp"

namespace proctor::supervise {

/// Runs in a sandbox whose one writable directory is `folder_`. All tests share one Supervisor, as a program
/// does.
class SandboxTest : public ::testing::Test {
 protected:
  SandboxTest() {
    setting_.isolation = IsolationLevel::sandbox;
    setting_.writable = {folder_.path()};
  }

  Outcome run(const Command& command, const Limits& limits = {}) {
    return supervisor_.run(command, limits, {}, setting_);
  }
  /// What a shell script prints on both streams.
  std::string says(const std::string& script) {
    const Outcome outcome = run(shell(script, folder_.path()));
    EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
    return outcome.out.text() + outcome.err.text();
  }

  TestFolder folder_{};
  Setting setting_{};
  Supervisor supervisor_{};
};

}  // namespace proctor::supervise
