// A directory as it was, to be put back after somebody who can't be trusted has had it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace proctor {

/// Files, directories and symbolic links with their modes; not their owners and times. All that is in the
/// files is kept in one that has no name: most snapshots are never needed, and to make and remove a file of
/// its own for each takes longer than to copy it.
class Snapshot {
 public:
  /// A copy of these directories, where nobody but this process can reach it. It is an error if one of them
  /// isn't there, or something is in it that can't be copied, a pipe say.
  static Result<Snapshot> of(std::vector<std::filesystem::path> directories);

  /// What is in them now goes, and what was in them comes back.
  Result<void> restore() const;

 private:
  struct Entry {
    std::filesystem::path path{};
    mode_t mode = 0;                 ///< with the kind
    std::filesystem::path target{};  ///< of a symbolic link
    off_t offset = 0;                ///< of a file: where its content begins
    off_t size = 0;
  };

  Snapshot(UniqueFd content, std::vector<std::filesystem::path> directories)
      : content_(std::move(content)), directories_(std::move(directories)) {}

  Result<void> keep(const std::filesystem::path& path);
  Result<void> keep_file(Entry& entry);
  Result<void> put_back(const Entry& entry) const;
  Result<void> put_file_back(const Entry& entry) const;

  UniqueFd content_;
  off_t end_ = 0;
  std::vector<std::filesystem::path> directories_;
  std::vector<Entry> entries_{};  ///< what is in a directory stands behind it
};

}  // namespace proctor
