#include "supervise/disk_walk.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/unique_fd.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kOpenLevels = 32;
constexpr std::uint64_t kSmallest = 4096;

bool inside(const fs::path& path, const fs::path& directory) {
  const auto [end, rest] = std::mismatch(directory.begin(), directory.end(), path.begin(), path.end());
  return end == directory.end();
}

std::uint64_t bytes_of(const struct stat& status) {
  const std::uint64_t bytes = std::max(static_cast<std::uint64_t>(status.st_blocks) * 512, kSmallest);
  // Each of a file's names counts for a part, so that all together make it up without a list of those seen.
  return S_ISDIR(status.st_mode) ? bytes : bytes / std::max<std::uint64_t>(status.st_nlink, 1);
}

}  // namespace

DiskWalk::DiskWalk(const std::vector<fs::path>& roots) {
  std::vector<fs::path> all;
  for (const fs::path& root : roots) {
    std::error_code error;
    fs::path path = fs::canonical(root, error);
    if (!error) all.push_back(std::move(path));
  }
  std::sort(all.begin(), all.end());  // whatever is inside of a directory comes after it
  for (fs::path& path : all) {
    const auto holds = [&path](const fs::path& root) { return inside(path, root); };
    if (std::none_of(roots_.begin(), roots_.end(), holds)) roots_.push_back(std::move(path));
  }
}

bool DiskWalk::step(std::chrono::microseconds time) {
  constexpr int kBetweenLooks = 64;
  const auto end = std::chrono::steady_clock::now() + time;
  for (int entries = 0;;) {
    if (levels_.empty() && !open_next_root()) return true;
    DIR* directory = levels_.back().directory.get();
    const dirent* entry = readdir(directory);
    if (entry == nullptr) {
      leave();
    } else {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") count(dirfd(directory), entry->d_name);
    }
    if (++entries % kBetweenLooks == 0 && std::chrono::steady_clock::now() >= end) return false;
  }
}

bool DiskWalk::open_next_root() {
  while (!roots_.empty()) {
    const fs::path root = std::move(roots_.back());
    roots_.pop_back();
    struct stat status {};
    if (lstat(root.c_str(), &status) != 0) continue;
    sum_.bytes += bytes_of(status);
    if (S_ISDIR(status.st_mode) && enter(AT_FDCWD, root.c_str(), status.st_dev)) return true;
  }
  return false;
}

void DiskWalk::count(int directory, const char* name) {
  struct stat status {};
  if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) != 0) return;
  if (S_ISDIR(status.st_mode) && status.st_dev != levels_.back().device) return;
  ++sum_.entries;
  sum_.bytes += bytes_of(status);
  if (S_ISDIR(status.st_mode)) enter(directory, name, status.st_dev);
}

bool DiskWalk::enter(int parent, const char* name, dev_t device) {
  UniqueFd fd(openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  // Looked at again: it may be another one by now.
  if (!fd || fstat(fd.get(), &status) != 0 || status.st_dev != device) {
    ++sum_.unseen;
    return false;
  }
  DirectoryStream directory(fdopendir(fd.get()));
  if (!directory) return false;
  fd.release();
  levels_.push_back({std::move(directory), status.st_dev, status.st_ino});
  if (levels_.size() - closed_ > kOpenLevels) {
    Level& level = levels_[closed_++];
    level.position = telldir(level.directory.get());
    level.directory.reset();
  }
  return true;
}

void DiskWalk::leave() {
  const DirectoryStream left = std::move(levels_.back().directory);
  levels_.pop_back();
  if (levels_.empty() || levels_.back().directory) return;
  Level& level = levels_.back();
  --closed_;
  UniqueFd fd(openat(dirfd(left.get()), "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status {};
  const bool same =
      fd && fstat(fd.get(), &status) == 0 && status.st_dev == level.device && status.st_ino == level.inode;
  if (same) level.directory.reset(fdopendir(fd.get()));
  if (!level.directory) {  // it was moved: what is above it can't be reached from here
    ++sum_.unseen;
    levels_.clear();
    closed_ = 0;
    return;
  }
  fd.release();
  seekdir(level.directory.get(), level.position);
}

}  // namespace proctor::supervise
