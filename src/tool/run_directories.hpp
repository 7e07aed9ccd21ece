// The private directories of runs, each with an empty TMPDIR in it.
//
// Making and removing directories costs more than all else of a short run where the file system tells the
// disk of each block that it frees. So one that a run has left as it got it waits, under another name, for
// the next run.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>

#include "workspace/private_directory.hpp"

namespace proctor::tool {

class RunDirectories {
 public:
  /// INTERNAL_ERROR and the like if none can be made.
  Result<PrivateDirectory> take();
  /// After this there is nothing at its path.
  void give_back(PrivateDirectory directory);

  static std::filesystem::path temporary_of(const PrivateDirectory& directory);

 private:
  std::mutex mutex_{};
  std::optional<PrivateDirectory> spare_{};
};

}  // namespace proctor::tool
