#include "framework/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "base/exception.hpp"
#include "base/files.hpp"

namespace proctor::framework {

namespace {
namespace fs = std::filesystem;

// All may be run: which of them are programs, the program doesn't know.
Result<void> write_folder(const Definition& definition, const fs::path& folder, unsigned mode) {
  for (const auto& [name, text] : definition.files) {
    const fs::path file = folder / name;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) return fail_system(file.string(), error.value());
    if (auto written = create_file(file, text, mode); !written) return written;
  }
  return {};
}

fs::path kept_folder(const fs::path& prepared) {
  return prepared / "folder";
}

class Digest {
 public:
  void add(std::string_view name, std::string_view text) {
    for (const std::string_view part : {name, text})
      value_ = value_ * 31 + std::hash<std::string_view>()(part);
  }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  std::size_t value_ = 0;
};

// As src/framework/CMakeLists.txt takes them into the program.
std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  std::error_code listing;
  for (auto it = fs::recursive_directory_iterator(folder, listing);
       !listing && it != fs::recursive_directory_iterator(); it.increment(listing)) {
    const fs::path name = it->path().filename();
    if (name == "node_modules" || name == "__pycache__") {
      it.disable_recursion_pending();
    } else if (it->is_regular_file(error)) {
      files.push_back(it->path().lexically_relative(folder).string());
    }
  }
  throw_if_short(folder, listing);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string folder_digest(const Definition& definition) {
  Digest digest;
  for (const auto& [name, text] : definition.files) digest.add(name, text);
  if (!definition.folder.empty()) {
    for (const std::string& name : files_below(definition.folder))
      digest.add(name, read_if_there(definition.folder / name).value_or(""));
  }
  return digest.text();
}

Result<FolderOnDisk> FolderOnDisk::of(const Definition& definition, const fs::path& prepared) {
  FolderOnDisk folder;
  if (!definition.folder.empty()) {
    folder.path_ = definition.folder;
    return folder;
  }
  if (!prepared.empty()) {
    std::error_code error;
    folder.path_ = kept_folder(prepared);
    if (fs::is_directory(folder.path_, error)) return folder;
  }
  auto copy = PrivateDirectory::make();
  if (!copy) return tl::unexpected(copy.error());
  folder.path_ = copy->path() / definition.name;
  folder.copy_.emplace(std::move(*copy));
  if (auto written = write_folder(definition, folder.path_, 0700); !written)
    return tl::unexpected(written.error());
  return folder;
}

Result<void> FolderOnDisk::keep(const Definition& definition, const fs::path& prepared) {
  if (!definition.folder.empty()) return {};
  return write_folder(definition, kept_folder(prepared), 0755);
}

}  // namespace proctor::framework
