// A framework's folder as files on disk, for the commands that need them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "framework/definition.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::framework {

/// Of all that is in a framework's folder, names and contents; `node_modules` and `__pycache__` don't count.
std::string folder_digest(const Definition& definition);

/// Of a framework that is part of the program, the copy that is kept in its prepared directory or else a
/// private copy that goes with this object; of any other, the folder itself.
class FolderOnDisk {
 public:
  /// `prepared` may be empty.
  static Result<FolderOnDisk> of(const Definition& definition, const std::filesystem::path& prepared = {});

  /// Puts a copy into a prepared directory, for runs with this very folder (prepared.hpp).
  static Result<void> keep(const Definition& definition, const std::filesystem::path& prepared);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_{};
  std::optional<PrivateDirectory> copy_{};
};

}  // namespace proctor::framework
