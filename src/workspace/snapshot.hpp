// A directory as it was, to be put back after somebody who can't be trusted has had it.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.hpp"
#include "workspace/private_directory.hpp"

namespace proctor {

class Snapshot {
 public:
  /// A copy of these directories, kept where a sandboxed command can't reach it.
  static Result<Snapshot> of(std::vector<std::filesystem::path> directories);

  /// What is in them now goes, and what was in them comes back.
  Result<void> restore() const;

  const std::filesystem::path& place() const { return copy_.path(); }

 private:
  Snapshot(PrivateDirectory copy, std::vector<std::filesystem::path> directories)
      : copy_(std::move(copy)), directories_(std::move(directories)) {}

  PrivateDirectory copy_;
  std::vector<std::filesystem::path> directories_;
};

}  // namespace proctor
