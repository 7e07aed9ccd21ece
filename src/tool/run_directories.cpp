#include "tool/run_directories.hpp"

#include <utility>

#include "base/files.hpp"

namespace proctor::tool {
namespace {

constexpr const char* kTemporary = "tmp";

}  // namespace

std::filesystem::path RunDirectories::temporary_of(const PrivateDirectory& directory) {
  return directory.path() / kTemporary;
}

Result<PrivateDirectory> RunDirectories::take() {
  {
    const std::lock_guard lock(mutex_);
    if (spare_) {
      PrivateDirectory directory = std::move(*spare_);
      spare_.reset();
      // Somebody may tidy up /tmp.
      if (directory.is_as_new(kTemporary)) return directory;
    }
  }
  auto directory = PrivateDirectory::make();
  if (!directory) return directory;
  if (auto made = make_private_dirs(temporary_of(*directory)); !made) return tl::unexpected(made.error());
  return directory;
}

void RunDirectories::give_back(PrivateDirectory directory) {
  if (!directory.is_as_new(kTemporary) || !directory.rename_anew()) return;
  // Its lock keeps others from removing it; of several one is enough.
  const std::lock_guard lock(mutex_);
  if (!spare_) spare_.emplace(std::move(directory));
}

}  // namespace proctor::tool
