// A framework's folder as files on disk, for the commands that need them.
#pragma once

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "framework/definition.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::framework {

/// Of a framework that is part of the program, a private copy that goes with this object; of any other, the
/// folder itself.
class FolderOnDisk {
 public:
  static Result<FolderOnDisk> of(const Definition& definition);
  const std::filesystem::path& path() const { return path_; }
  /// The copy, which must be removed should proctor be killed.
  std::optional<std::filesystem::path> own() const;

 private:
  std::filesystem::path path_{};
  std::optional<PrivateDirectory> copy_{};
};

}  // namespace proctor::framework
