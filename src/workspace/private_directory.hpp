// A directory of one run's own (0700), below TMPDIR, removed with its object.
//
// Should proctor be killed, its guardian removes them (supervise/guardian.hpp), which knows them by the mark
// in their names. One that is left all the same is recognised by its lock, which died with its owner, and
// removed by the next start.
#pragma once

#include <cstddef>
#include <filesystem>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace proctor {

class PrivateDirectory {
 public:
  static Result<PrivateDirectory> make();

  PrivateDirectory(PrivateDirectory&& other) noexcept;
  PrivateDirectory& operator=(PrivateDirectory&&) = delete;
  PrivateDirectory(const PrivateDirectory&) = delete;
  PrivateDirectory& operator=(const PrivateDirectory&) = delete;
  ~PrivateDirectory();

  /// Absolute, symbolic links resolved.
  const std::filesystem::path& path() const { return path_; }

 private:
  PrivateDirectory() = default;

  std::filesystem::path path_{};
  UniqueFd lock_{};
};

/// Removes the private directories whose proctor is gone, as far as it comes within kLongestRemoval. Returns
/// how many it has removed.
std::size_t remove_stale_private_directories();

/// For supervise::SupervisorOptions: the directory of private directories, and the mark that stands in the
/// name of each that this process makes and of no other.
std::filesystem::path private_directories_mark();

/// The directory that private directories are made in: TMPDIR/proctor-UID.
std::filesystem::path private_directories_dir();

/// Whether what is built in a directory can be run there: /tmp is mounted noexec on some machines.
bool lets_programs_run(const std::filesystem::path& directory);

}  // namespace proctor
