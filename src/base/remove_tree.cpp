#include "base/remove_tree.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/raw_directory.hpp"
#include "base/unique_fd.hpp"

namespace proctor {
namespace {

constexpr int kDepth = 64;  // directories that are open at a time
constexpr std::size_t kBufferBytes = 4096;

UniqueFd open_within(int directory, const char* name, int flags) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_NO_XDEV;
  UniqueFd fd(static_cast<int>(syscall(SYS_openat2, directory, name, &how, sizeof how)));
  if (!fd && errno == ENOSYS) fd.reset(openat(directory, name, flags));
  return fd;
}

// Only within the mount of `parent`, unless that is AT_FDCWD: the way to the tree may lead anywhere.
UniqueFd open_directory(int parent, const char* name) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const auto try_it = [&] {
    return parent == AT_FDCWD ? UniqueFd(open(name, kFlags)) : open_within(parent, name, kFlags);
  };
  UniqueFd fd = try_it();
  if (!fd && errno == EACCES && fchmodat(parent, name, S_IRWXU, AT_SYMLINK_NOFOLLOW) == 0) fd = try_it();
  return fd;
}

// "Immutable" and "append only" bind root, too.
bool clear_flags(int fd) {
  long flags = 0;
  constexpr long kBinding = FS_IMMUTABLE_FL | FS_APPEND_FL;
  if (ioctl(fd, FS_IOC_GETFLAGS, &flags) != 0 || (flags & kBinding) == 0) return false;
  flags &= ~kBinding;
  return ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
}

std::int64_t now_ms() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

class Removal {
 public:
  explicit Removal(std::chrono::seconds most) : until_(now_ms() + std::chrono::milliseconds(most).count()) {}

  // False if something is left. errno is that of the first thing that couldn't be removed.
  bool remove(const char* path) {
    struct stat status {};
    if (lstat(path, &status) != 0) return errno == ENOENT;
    const bool directory = S_ISDIR(status.st_mode);
    if (directory) {
      device_ = status.st_dev;
      const UniqueFd top = open_directory(AT_FDCWD, path);
      top_ = top.get();
      if (top) {
        empty(top.get(), 0);
      } else {
        note(errno);
      }
    }
    if (unlinkat(AT_FDCWD, path, directory ? AT_REMOVEDIR : 0) == 0 || errno == ENOENT) return true;
    note(errno);
    errno = error_;
    return false;
  }

 private:
  void note(int error) {
    if (error_ == 0) error_ = error;
  }

  bool time_is_up() {
    if (now_ms() < until_) return false;
    note(ETIME);
    return true;
  }

  // Takes what is in it, `depth` levels below the top.
  void empty(int directory, int depth) {
    struct stat status {};
    if (fstat(directory, &status) != 0 || status.st_dev != device_) return;
    // A directory can't be emptied without the rights to write to it and to search it.
    if ((status.st_mode & S_IRWXU) != S_IRWXU) fchmod(directory, S_IRWXU);
    clear_flags(directory);
    // Some file systems lose their place when much is removed, and directories come up to the top meanwhile:
    // from the beginning until nothing changes. Each round removes something or brings something up, which
    // never goes down again: so there is an end.
    for (bool removed = true; removed && !time_is_up();) {
      removed = false;
      alignas(8) char buffer[kBufferBytes];
      for_each_entry(directory, buffer, sizeof buffer, [&](const char* name, unsigned char type) {
        if (!time_is_up()) removed = remove_entry(directory, name, type, depth) || removed;
      });
      if (depth == 0) removed = std::exchange(moved_up_, false) || removed;
    }
  }

  bool remove_entry(int directory, const char* name, unsigned char type, int depth) {
    if (type != DT_DIR) {
      if (unlinkat(directory, name, 0) == 0) return true;
      if (errno == EPERM && unbind(directory, name)) return unlinkat(directory, name, 0) == 0;
      if (errno != EISDIR) return failed(errno);
    }
    if (unlinkat(directory, name, AT_REMOVEDIR) == 0) return true;
    if (errno == ENOTDIR || errno == EBUSY) return failed(errno);
    UniqueFd child;
    errno = EMFILE;
    if (depth < kDepth) child = open_directory(directory, name);
    if (!child) {
      const int error = errno;
      const bool too_deep = error == EMFILE || error == ENFILE;
      return (too_deep && move_up(directory, name, depth)) || failed(error);
    }
    empty(child.get(), depth + 1);
    return unlinkat(directory, name, AT_REMOVEDIR) == 0 || failed(errno);
  }

  bool failed(int error) {
    note(error);
    return false;
  }

  static bool unbind(int directory, const char* name) {
    struct stat status {};
    if (clear_flags(directory)) return true;
    const bool regular =
        fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
    UniqueFd file;
    if (regular) file.reset(openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file && clear_flags(file.get())) return true;
    errno = EPERM;
    return false;
  }

  // What is too deep is moved into the top, where it's taken later. What is in the top already isn't: to move
  // it within the same directory would go on for ever.
  bool move_up(int directory, const char* name, int depth) {
    if (depth == 0) return false;
    // To move a directory changes its "..", for which it must be writable.
    fchmodat(directory, name, S_IRWXU, AT_SYMLINK_NOFOLLOW);
    for (int attempt = 0; attempt < 1000; ++attempt) {
      char target[48] = "proctor-deep-";
      constexpr std::size_t kPrefix = std::string_view("proctor-deep-").size();
      *std::to_chars(target + kPrefix, std::end(target) - 1, ++number_).ptr = '\0';
      if (renameat2(directory, name, top_, target, RENAME_NOREPLACE) == 0) {
        moved_up_ = true;
        return true;
      }
      if (errno != EEXIST) return false;
    }
    return false;
  }

  const std::int64_t until_;
  dev_t device_ = 0;
  int top_ = -1;
  int error_ = 0;
  bool moved_up_ = false;
  unsigned long long number_ = 0;
};

}  // namespace

bool remove_tree(const char* path, std::chrono::seconds most) noexcept {
  return Removal(most).remove(path);
}

}  // namespace proctor
