#include "supervise/isolation/namespace_check.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

bool write_to(const char* path, std::string_view text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  return done;
}

// The calls by which the first process makes the view. Older kernels don't know them, nor do the filters of
// some containers.
bool can_move_a_mount(const char* from, const char* to) {
  constexpr unsigned kTree = AT_RECURSIVE | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC;
  const long tree = syscall(SYS_open_tree, AT_FDCWD, from, kTree);
  mount_attr wanted{};
  wanted.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  return tree >= 0 &&
         syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &wanted, sizeof wanted) == 0 &&
         syscall(SYS_move_mount, tree, "", AT_FDCWD, to, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

// In the child, which shares nothing with us but may have been made while other threads held locks: system
// calls only. In the order in which bubblewrap does it.
bool can_build_a_root(std::string_view user, std::string_view group) {
  constexpr unsigned long kSafe = MS_NOSUID | MS_NODEV;
  const auto mounted = [](const char* source, const char* target, const char* type, unsigned long flags) {
    return mount(source, target, type, flags, nullptr) == 0;
  };
  const auto another_root = [](const char* root, const char* old) {
    return syscall(SYS_pivot_root, root, old) == 0;
  };
  return write_to("/proc/self/uid_map", user) && write_to("/proc/self/setgroups", "deny") &&
         write_to("/proc/self/gid_map", group) &&
         mounted(nullptr, "/", nullptr, MS_SILENT | MS_SLAVE | MS_REC) &&
         mounted("tmpfs", "/tmp", "tmpfs", kSafe) && chdir("/tmp") == 0 && mkdir("root", 0755) == 0 &&
         mkdir("old", 0755) == 0 &&
         mounted("root", "root", nullptr, MS_SILENT | MS_MGC_VAL | MS_BIND | MS_REC) &&
         another_root("/tmp", "old") && chdir("/") == 0 && mkdir("root/usr", 0755) == 0 &&
         mkdir("root/proc", 0755) == 0 && mkdir("root/pts", 0755) == 0 &&
         can_move_a_mount("/old/usr", "/root/usr") &&
         mounted("proc", "/root/proc", "proc", kSafe | MS_NOEXEC) &&
         mounted("devpts", "/root/pts", "devpts", MS_NOSUID | MS_NOEXEC) &&
         mounted("old", "old", nullptr, MS_SILENT | MS_REC | MS_PRIVATE) && umount2("old", MNT_DETACH) == 0 &&
         chdir("/root") == 0 && another_root(".", ".") && umount2(".", MNT_DETACH) == 0;
}

}  // namespace

bool namespaces_can_be_had() {
  // What runs first in a sandbox is handed over as a memory file.
  if (trim(read_kernel_file("/proc/sys/vm/memfd_noexec", 16)) == "2") return false;
  const std::string user = fmt::format("0 {} 1", geteuid());
  const std::string group = fmt::format("0 {} 1", getegid());
  // Without a signal at its end it isn't among those that are reaped as a run's.
  clone_args arguments{};
  arguments.flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET |
                    CLONE_NEWCGROUP;
  const long pid = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (pid == 0) syscall(SYS_exit_group, can_build_a_root(user, group) ? 0 : 1);
  if (pid < 0) return false;
  int status = 0;
  while (waitpid(static_cast<pid_t>(pid), &status, static_cast<int>(__WCLONE)) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace proctor::supervise
