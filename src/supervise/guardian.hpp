// Ends the live runs should this process be killed.
//
// The guardian is one small process beside this one. It is told of each run before that one's first process
// exists, and sleeps. When this process dies, however it does, the kernel closes the socket between the two,
// and that wakes the guardian: it kills what is in the runs' cgroups and what bears their tags, removes the
// cgroups and the private directories, and ends. It knows private directories by a mark in their names, so
// that it's told of them once, before there is any: none can be made that it doesn't know. Nothing
// else depends on it: where it can't be had, runs go on without it, and what would be left is ended or
// removed by the next start, as far as that finds it.
//
// What it can't do: without a cgroup a process that has left the tree and cleared its environment isn't
// found. And code under test that isn't in a sandbox runs as the same user, so it may kill the guardian
// first. In a sandbox neither is possible: that dies with this process by the kernel's own hand.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

/// What is to be ended and removed of one run, or of all together. What is empty isn't there.
struct GuardedRun {
  std::string tag{};                             ///< LiveRun::tag
  std::vector<std::filesystem::path> cgroups{};  ///< its directories, in every hierarchy
  /// SupervisorOptions::private_directories.
  std::filesystem::path private_directories{};
};

class LiveRuns;

class Guardian {
 public:
  /// `live` is told its number, so that it isn't taken for somebody's orphan. Nothing is started yet.
  explicit Guardian(LiveRuns& live) : live_(live) {}
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  /// Starts the guardian if there is none. To be called before the run's first process exists. Returns what
  /// leave() takes.
  std::uint64_t enter(const GuardedRun& run);
  /// The run is over and nothing of it is left. 0 is taken and means nothing.
  void leave(std::uint64_t run);

  /// Why the last run that was entered isn't guarded; empty if it is, and before the first.
  std::string obstacle() const;
  /// 0 if there is none.
  pid_t pid() const;

 private:
  bool start();
  void end();
  bool send(const std::string& message);

  LiveRuns& live_;
  mutable std::mutex mutex_{};
  UniqueFd socket_{};
  pid_t pid_ = 0;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, std::string> runs_{};  ///< what it was told, to be told again to a second one
  std::string obstacle_{};
};

/// leave() at its end.
class GuardedScope {
 public:
  explicit GuardedScope(Guardian& guardian) : guardian_(guardian) {}
  ~GuardedScope() { guardian_.leave(run_); }
  GuardedScope(const GuardedScope&) = delete;
  GuardedScope& operator=(const GuardedScope&) = delete;

  void enter(const GuardedRun& run) { run_ = guardian_.enter(run); }

 private:
  Guardian& guardian_;
  std::uint64_t run_ = 0;
};

}  // namespace proctor::supervise
