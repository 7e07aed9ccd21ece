#include "workspace/private_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr const char* kLockName = "lock";

UniqueFd open_lock(const fs::path& file) {
  return UniqueFd(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

// TMPDIR is shared with others: a directory that somebody else put there under our name must not be used.
Result<fs::path> private_base() {
  const fs::path base = private_directories_dir();
  if (mkdir(base.c_str(), 0700) != 0 && errno != EEXIST) {
    return fail(ErrorCode::internal_error, system_message(base.string(), errno));
  }
  struct stat status {};
  if (lstat(base.c_str(), &status) != 0)
    return fail(ErrorCode::internal_error, system_message(base.string(), errno));
  if (!S_ISDIR(status.st_mode) || status.st_uid != getuid() || (status.st_mode & 077U) != 0) {
    return fail(
        ErrorCode::internal_error,
        fmt::format("{} isn't a private directory of this user: remove it, or set TMPDIR to another place",
                    base.string()));
  }
  return base;
}

// Held while a directory is made and locked, and while stale ones are looked for, so that one which isn't
// locked yet is never taken for a stale one.
UniqueFd hold_base(const fs::path& base) {
  UniqueFd lock = open_lock(base / kLockName);
  if (lock) flock(lock.get(), LOCK_EX);
  return lock;
}

}  // namespace

fs::path private_directories_dir() {
  return temporary_dir() / fmt::format("proctor-{}", getuid());
}

Result<PrivateDirectory> PrivateDirectory::make() {
  const auto base = private_base();
  if (!base) return tl::unexpected(base.error());
  PrivateDirectory directory;
  const UniqueFd held = hold_base(*base);
  std::string name = (*base / "run-XXXXXX").string();
  if (!mkdtemp(name.data())) return fail(ErrorCode::internal_error, system_message(name, errno));
  // A set-group-ID bit would be inherited by all that a test makes, and no sandbox lets it set one.
  if (chmod(name.c_str(), 0700) != 0) return fail(ErrorCode::internal_error, system_message(name, errno));
  directory.path_ = fs::canonical(name);
  directory.lock_ = open_lock(directory.path_ / kLockName);
  if (!directory.lock_ || flock(directory.lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::internal_error, system_message(name, errno));
  }
  return directory;
}

PrivateDirectory::PrivateDirectory(PrivateDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

PrivateDirectory::~PrivateDirectory() {
  if (!path_.empty()) remove_tree(path_);
}

std::size_t remove_stale_private_directories() {
  const auto base = private_base();
  if (!base) return 0;
  std::size_t removed = 0;
  const UniqueFd held = hold_base(*base);
  std::error_code error;
  std::vector<fs::path> found;
  for (auto it = fs::directory_iterator(*base, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (!it->is_symlink() && it->is_directory()) found.push_back(it->path());
  }
  for (const fs::path& directory : found) {
    const UniqueFd lock = open_lock(directory / kLockName);
    if (!lock || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;  // its owner is alive
    if (remove_tree(directory)) ++removed;
  }
  return removed;
}

}  // namespace proctor
