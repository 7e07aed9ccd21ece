#include "workspace/private_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/directory_stream.hpp"
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
    if (code_of_system(errno) == ErrorCode::resources_exhausted) return fail_system(base.string(), errno);
    return fail(ErrorCode::invalid_request,
                fmt::format("No directory can be made in {} ({}): set TMPDIR to a directory that can be "
                            "written, or unset it for /tmp",
                            base.parent_path().string(), system_message(base.string(), errno)));
  }
  struct stat status {};
  if (lstat(base.c_str(), &status) != 0) return fail_system(base.string(), errno);
  if (!S_ISDIR(status.st_mode) || status.st_uid != getuid() || (status.st_mode & 077U) != 0) {
    return fail(
        ErrorCode::internal_error,
        fmt::format("{} isn't a private directory of this user: remove it, or set TMPDIR to another place",
                    base.string()));
  }
  return base;
}

// A directory is called "new-PID-…" until its owner has locked it, and "run-…" from then on: so one that
// isn't locked yet isn't taken for one whose owner is gone.
constexpr std::string_view kNew = "new-";
constexpr std::string_view kRun = "run-";
constexpr std::chrono::minutes kLongestBirth{10};  // however slow the machine is

bool may_be_stale(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  if (name.starts_with(kRun)) return true;
  if (!name.starts_with(kNew)) return false;
  pid_t owner = 0;
  std::from_chars(name.data() + kNew.size(), name.data() + name.size(), owner);
  if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) return true;
  std::error_code error;
  const auto age = fs::file_time_type::clock::now() - entry.last_write_time(error);
  return !error && age > kLongestBirth;
}

// What somebody may have changed of a directory that he could write to. `entries` are the only ones in it.
bool is_untouched(const fs::path& path, const std::vector<std::string_view>& entries) {
  const DirectoryStream stream(opendir(path.c_str()));
  if (!stream) return false;
  const int fd = dirfd(stream.get());
  struct stat by_name {
  }, own{};
  if (lstat(path.c_str(), &by_name) != 0 || fstat(fd, &own) != 0 || own.st_ino != by_name.st_ino ||
      own.st_dev != by_name.st_dev || own.st_mode != (S_IFDIR | 0700U) || own.st_uid != getuid() ||
      own.st_gid != getgid())
    return false;
  int flags = 0;
  if (ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0 && (flags & (FS_IMMUTABLE_FL | FS_APPEND_FL)) != 0)
    return false;
  if (flistxattr(fd, nullptr, 0) > 0) return false;  // access control lists are such
  std::size_t seen = 0;
  while (const dirent* entry = readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (std::find(entries.begin(), entries.end(), name) == entries.end()) return false;
    ++seen;
  }
  return seen == entries.size();
}

}  // namespace

fs::path private_directories_dir() {
  return temporary_dir() / fmt::format("proctor-{}", getuid());
}

bool lets_programs_run(const fs::path& directory) {
  struct statvfs status {};
  return statvfs(directory.c_str(), &status) != 0 || (status.f_flag & ST_NOEXEC) == 0;
}

Result<PrivateDirectory> PrivateDirectory::make() {
  const auto base = private_base();
  if (!base) return tl::unexpected(base.error());
  PrivateDirectory directory;
  std::string name = (*base / fmt::format("{}{}-XXXXXX", kNew, getpid())).string();
  if (!mkdtemp(name.data())) return fail_system(name, errno);
  // A set-group-ID bit would be inherited by all that a test makes, and no sandbox lets it set one.
  if (chmod(name.c_str(), 0700) != 0) return fail_system(name, errno);
  directory.lock_ = open_lock(fs::path(name) / kLockName);
  if (!directory.lock_ || flock(directory.lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail_system(name, errno);
  }
  const fs::path path = *base / (std::string(kRun) + name.substr(name.size() - 6));
  // Another one of that name has a lock in it, so that it isn't replaced.
  if (rename(name.c_str(), path.c_str()) != 0) {
    const int cause = errno;
    remove_tree(name);
    return fail_system(path.string(), cause);
  }
  directory.path_ = fs::canonical(path);
  return directory;
}

Result<void> PrivateDirectory::rename_anew() {
  constexpr int kTries = 10;
  std::random_device device;
  int cause = EEXIST;
  for (int i = 0; i < kTries && cause == EEXIST; ++i) {
    const fs::path name = path_.parent_path() / fmt::format("{}{:08x}", kRun, device());
    if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0) {
      path_ = name;
      return {};
    }
    cause = errno;
  }
  return fail_system(path_.string(), cause);
}

bool PrivateDirectory::is_as_new(const char* subdirectory) const {
  struct stat held {
  }, there{};
  return !path_.empty() && is_untouched(path_, {kLockName, subdirectory}) &&
         is_untouched(path_ / subdirectory, {}) && fstat(lock_.get(), &held) == 0 &&
         lstat((path_ / kLockName).c_str(), &there) == 0 && held.st_ino == there.st_ino &&
         held.st_dev == there.st_dev && held.st_nlink == 1;
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
  std::error_code error;
  std::vector<fs::path> found;
  for (auto it = fs::directory_iterator(*base, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (!it->is_symlink() && it->is_directory() && may_be_stale(*it)) found.push_back(it->path());
  }
  for (const fs::path& directory : found) {
    const UniqueFd lock = open_lock(directory / kLockName);
    // Its owner is alive, or somebody else removes it already.
    if (!lock || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;
    if (remove_tree(directory)) ++removed;
  }
  return removed;
}

}  // namespace proctor
