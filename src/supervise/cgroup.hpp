// A cgroup (version 2) for each run, where one can be had: the kernel then knows who belongs to the run and
// kills all of them in one stroke, whatever they did to hide. No controllers are switched on; those that are
// there already are read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/unique_fd.hpp"
#include "report/report.hpp"

namespace proctor::supervise {

/// One run's cgroup. The directory is removed with the object, those that the run made in it included.
class Cgroup {
 public:
  Cgroup() = default;
  Cgroup(Cgroup&& other) noexcept = default;
  Cgroup& operator=(Cgroup&& other) noexcept {
    std::swap(directory_, other.directory_);
    std::swap(path_, other.path_);
    std::swap(name_, other.name_);
    return *this;
  }
  ~Cgroup();

  explicit operator bool() const { return static_cast<bool>(directory_); }
  int fd() const { return directory_.get(); }
  /// As it stands in /proc/PID/cgroup of its members: "/a/proctor-1-2".
  const std::string& name() const { return name_; }
  const std::filesystem::path& path() const { return path_; }

  /// Lets no member run any more; they can still be looked at and killed.
  void freeze() const;
  /// SIGKILL to every member at once. A fork can't outrun it.
  void kill() const;
  /// False if no living process is in it or below it.
  bool populated() const;
  /// User and system CPU of all that ever were in it.
  bool read_cpu(Usage& usage) const;
  std::optional<std::uint64_t> peak_memory() const;
  bool out_of_memory() const;

 private:
  friend class CgroupPlace;
  Cgroup(UniqueFd directory, std::filesystem::path path, std::string name)
      : directory_(std::move(directory)), path_(std::move(path)), name_(std::move(name)) {}

  void write_one(const char* name) const;

  UniqueFd directory_{};
  std::filesystem::path path_{};
  std::string name_{};
};

/// Where this process may make cgroups; found out once.
class CgroupPlace {
 public:
  /// Looks for the own cgroup under the v2 mount and tries to make one in it.
  CgroupPlace();
  /// None, because of this.
  explicit CgroupPlace(std::string reason) : reason_(std::move(reason)) {}

  bool usable() const { return reason_.empty(); }
  /// "cgroup v2 at PATH", or why there is none.
  std::string description() const;
  /// An empty one, or none.
  Cgroup make() const;

 private:
  std::filesystem::path base_{};
  std::string base_name_{};
  std::string reason_{};
};

}  // namespace proctor::supervise
