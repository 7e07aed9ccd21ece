// A cgroup (version 2) for each run, where one can be had: the kernel then knows who belongs to the run and
// kills all of them in one stroke, whatever they did to hide. Where the controllers are to be had it also
// holds the limits (run_cgroups.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "report/report.hpp"
#include "supervise/cgroup_files.hpp"
#include "supervise/controller_switch.hpp"

namespace proctor::supervise {

/// One run's cgroup. The directory is removed with the object, those that the run made in it included.
class Cgroup {
 public:
  Cgroup() = default;

  explicit operator bool() const { return static_cast<bool>(directory_); }
  int fd() const { return directory_.fd(); }
  /// As it stands in /proc/PID/cgroup of its members: "/a/proctor-1-2".
  const std::string& name() const { return name_; }
  const std::filesystem::path& path() const { return directory_.path(); }

  /// Lets no member run any more; they can still be looked at and killed.
  void freeze() const;
  /// SIGKILL to every member at once. A fork can't outrun it.
  void kill() const;
  /// False if no living process is in it or below it.
  bool populated() const;
  enum class Of { processes, threads };
  /// How many are in it, but not below it. None if that can't be told, or if they are more than so many.
  std::optional<std::size_t> count(Of what, std::size_t most) const;
  /// User and system CPU of all that ever were in it.
  bool read_cpu(Usage& usage) const;

 private:
  friend class CgroupPlace;
  Cgroup(CgroupDirectory directory, std::string name)
      : directory_(std::move(directory)), name_(std::move(name)) {}

  CgroupDirectory directory_{};
  std::string name_{};
};

/// Where this process may make cgroups of version 2; found out once.
class CgroupPlace {
 public:
  /// Looks for the own cgroup under the v2 mount, switches the controllers for memory and processes on if it
  /// may, and tries to make a cgroup in it.
  CgroupPlace();
  /// None, because of this.
  explicit CgroupPlace(std::string reason) : reason_(std::move(reason)) {}

  bool usable() const { return reason_.empty(); }
  /// "cgroup v2 at PATH", or why there is none.
  std::string description() const;
  /// An empty one of this name (new_cgroup_name()). The error is an errno value.
  tl::expected<Cgroup, int> make(const std::string& name) const;
  /// Whether its cgroups have limits of memory and of processes.
  bool has_memory() const { return has_memory_; }
  bool has_pids() const { return has_pids_; }

 private:
  std::filesystem::path base_{};
  std::string base_name_{};
  std::string reason_{};
  std::unique_ptr<ControllerSwitch> controllers_{};
  bool has_memory_ = false;
  bool has_pids_ = false;
};

}  // namespace proctor::supervise
