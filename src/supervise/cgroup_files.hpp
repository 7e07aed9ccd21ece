// What cgroups of both versions have in common: the directory of a new one, and the small files in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "base/own_cgroup.hpp"
#include "base/unique_fd.hpp"

namespace proctor::supervise {

/// "proctor-PID-N", another one at each call.
std::string new_cgroup_name();

/// A cgroup that was made here. It is removed with the object, those that were made in it included.
class CgroupDirectory {
 public:
  CgroupDirectory() = default;
  CgroupDirectory(CgroupDirectory&& other) noexcept = default;
  CgroupDirectory& operator=(CgroupDirectory&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(path_, other.path_);
    return *this;
  }
  ~CgroupDirectory();

  /// Locked as ours (abandoned_cgroups.hpp). The error is an errno value; EEXIST if the name is taken.
  static tl::expected<CgroupDirectory, int> make(const std::filesystem::path& path);
  /// The same in `base`, of a new name. Another supervisor that starts in the moment between the making and
  /// the lock takes a cgroup for an abandoned one: then the next name is tried.
  static tl::expected<CgroupDirectory, int> make_in(const std::filesystem::path& base);

  explicit operator bool() const { return static_cast<bool>(fd_); }
  int fd() const { return fd_.get(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  CgroupDirectory(UniqueFd fd, std::filesystem::path path) : fd_(std::move(fd)), path_(std::move(path)) {}

  UniqueFd fd_{};
  std::filesystem::path path_{};
};

/// The number behind `key` in text of "key number" lines.
std::optional<std::uint64_t> value_of(std::string_view text, std::string_view key);
/// The same of a file in a cgroup.
std::optional<std::uint64_t> read_value(int cgroup, const char* file, std::string_view key);
/// The number that is all of a file in a cgroup; nothing for "max" and if it can't be read.
std::optional<std::uint64_t> read_number(int cgroup, const char* file);
/// False if there is no such file or the kernel refuses the value; errno then says why.
bool write_file_in(int cgroup, const char* file, std::string_view value);

}  // namespace proctor::supervise
