#include "base/remove_tree.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

#include "base/directory_stream.hpp"
#include "base/unique_fd.hpp"

namespace proctor {
namespace {

constexpr int kDepth = 64;  // directories that are open at a time

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

class Removal {
 public:
  // Takes what is in it. False if it's no directory.
  bool empty(const char* path) {
    struct stat status {};
    if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode)) return false;
    device_ = status.st_dev;
    const UniqueFd top = open_directory(AT_FDCWD, path);
    if (!top) return true;
    top_ = top.get();
    // What was too deep comes up and is taken in the next round.
    do {
      moved_up_ = false;
      if (UniqueFd again(fcntl(top_, F_DUPFD_CLOEXEC, 0)); again) remove_entries(std::move(again), 0);
    } while (moved_up_);
    return true;
  }

 private:
  void remove_entries(UniqueFd directory, int depth) {
    struct stat status {};
    if (fstat(directory.get(), &status) != 0 || status.st_dev != device_) return;
    // A directory can't be emptied without the rights to write to it and to search it.
    if ((status.st_mode & S_IRWXU) != S_IRWXU) fchmod(directory.get(), S_IRWXU);
    clear_flags(directory.get());
    DirectoryStream stream(fdopendir(directory.get()));
    if (!stream) return;
    const int fd = directory.release();
    // Some file systems lose their place when much is removed, so from the beginning until nothing changes.
    for (bool removed = true; removed;) {
      removed = false;
      rewinddir(stream.get());
      while (const dirent* entry = readdir(stream.get())) {
        const std::string_view name = entry->d_name;
        if (name == "." || name == "..") continue;
        removed = remove_entry(fd, entry->d_name, entry->d_type, depth) || removed;
      }
    }
  }

  bool remove_entry(int directory, const char* name, unsigned char type, int depth) {
    if (type != DT_DIR) {
      if (unlinkat(directory, name, 0) == 0) return true;
      const int error = errno;
      if (error == EPERM && unbind(directory, name)) return unlinkat(directory, name, 0) == 0;
      if (error != EISDIR) return false;
    }
    if (unlinkat(directory, name, AT_REMOVEDIR) == 0) return true;
    if (errno == ENOTDIR || errno == EBUSY) return false;
    UniqueFd child;
    if (depth < kDepth) child = open_directory(directory, name);
    if (!child) return (depth >= kDepth || errno == EMFILE || errno == ENFILE) && move_up(directory, name);
    remove_entries(std::move(child), depth + 1);
    return unlinkat(directory, name, AT_REMOVEDIR) == 0;
  }

  static bool unbind(int directory, const char* name) {
    struct stat status {};
    if (clear_flags(directory)) return true;
    if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) return false;
    const UniqueFd file(openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    return file && clear_flags(file.get());
  }

  bool move_up(int directory, const char* name) {
    // To move a directory changes its "..", for which it must be writable.
    fchmodat(directory, name, S_IRWXU, AT_SYMLINK_NOFOLLOW);
    std::array<char, 48> target{};
    for (int attempt = 0; attempt < 1000; ++attempt) {
      std::snprintf(target.data(), target.size(), "proctor-deep-%llu", ++number_);
      if (renameat2(directory, name, top_, target.data(), RENAME_NOREPLACE) == 0) {
        moved_up_ = true;
        return true;
      }
      if (errno != EEXIST) return false;
    }
    return false;
  }

  dev_t device_ = 0;
  int top_ = -1;
  bool moved_up_ = false;
  unsigned long long number_ = 0;
};

}  // namespace

bool remove_tree(const std::filesystem::path& path) noexcept {
  const char* name = path.c_str();
  const int kind = Removal().empty(name) ? AT_REMOVEDIR : 0;
  return unlinkat(AT_FDCWD, name, kind) == 0 || errno == ENOENT;
}

}  // namespace proctor
