#include "workspace/snapshot.hpp"

#include <string>

#include "base/remove_tree.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

Result<void> copy_all(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
  if (error) return fail(ErrorCode::internal_error, system_message(from.string(), error.value()));
  return {};
}

}  // namespace

Result<Snapshot> Snapshot::of(std::vector<fs::path> directories) {
  auto place = PrivateDirectory::make();
  if (!place) return tl::unexpected(place.error());
  Snapshot snapshot(std::move(*place), std::move(directories));
  for (std::size_t i = 0; i < snapshot.directories_.size(); ++i) {
    auto copied = copy_all(snapshot.directories_[i], snapshot.place() / std::to_string(i));
    if (!copied) return tl::unexpected(copied.error());
  }
  return snapshot;
}

Result<void> Snapshot::restore() const {
  for (std::size_t i = 0; i < directories_.size(); ++i) {
    // Whatever stands in its place now, a symbolic link included.
    if (!remove_tree(directories_[i]))
      return fail(ErrorCode::internal_error, directories_[i].string() + " can't be removed");
    if (auto copied = copy_all(place() / std::to_string(i), directories_[i]); !copied) return copied;
  }
  return {};
}

}  // namespace proctor
