#include "framework/folder.hpp"

#include "base/files.hpp"

namespace proctor::framework {

Result<FolderOnDisk> FolderOnDisk::of(const Definition& definition) {
  FolderOnDisk folder;
  if (!definition.folder.empty()) {
    folder.path_ = definition.folder;
    return folder;
  }
  auto copy = PrivateDirectory::make();
  if (!copy) return tl::unexpected(copy.error());
  folder.path_ = copy->path() / definition.name;
  folder.copy_.emplace(std::move(*copy));
  for (const auto& [name, text] : definition.files) {
    const std::filesystem::path file = folder.path_ / name;
    if (auto made = make_private_dirs(file.parent_path()); !made) return tl::unexpected(made.error());
    // All may be run: which of them are programs, the program doesn't know.
    if (auto written = write_file(file, text, 0700); !written) return tl::unexpected(written.error());
  }
  return folder;
}

std::optional<std::filesystem::path> FolderOnDisk::own() const {
  if (!copy_) return std::nullopt;
  return copy_->path();
}

}  // namespace proctor::framework
