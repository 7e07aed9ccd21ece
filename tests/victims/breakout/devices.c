// Makes device nodes for the disk and the machine's memory, opens those that are there, and changes the
// rights of those that every program needs: they are the machine's own files, and root owns them.
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "probe.h"

static void open_device(const char* path, int flags) {
  char what[96];
  snprintf(what, sizeof what, "open %s", path);
  const int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC);
  must_fail(what, fd);
  if (fd >= 0) close(fd);
}

// To what they are, for the machine's sake.
static void change_rights(int fd, const char* path) {
  char what[96];
  struct stat now;
  if (fstatat(fd, path, &now, AT_EMPTY_PATH) != 0) return;
  snprintf(what, sizeof what, "set the mode of %s", *path ? path : "the standard input");
  must_fail(what, *path ? chmod(path, now.st_mode & 0777) : fchmod(fd, now.st_mode & 0777));
  snprintf(what, sizeof what, "set the times of %s", *path ? path : "the standard input");
  const struct timespec times[2] = {now.st_atim, now.st_mtim};
  must_fail(what, *path ? utimensat(AT_FDCWD, path, times, 0) : futimens(fd, times));
}

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  static const struct {
    const char* name;
    mode_t kind;
    unsigned major, minor;
  } nodes[] = {{"vda", S_IFBLK, 254, 0},  {"sda", S_IFBLK, 8, 0},   {"loop", S_IFBLK, 7, 0},
               {"mem", S_IFCHR, 1, 1},    {"kmsg", S_IFCHR, 1, 11}, {"tty", S_IFCHR, 4, 0},
               {"fuse", S_IFCHR, 10, 229}};
  static const char* const places[] = {".", "/tmp", "/dev", "/dev/shm"};
  for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; ++i) {
    for (size_t k = 0; k < sizeof places / sizeof places[0]; ++k) {
      char path[96];
      snprintf(path, sizeof path, "%s/node-%s", places[k], nodes[i].name);
      unlink(path);
      if (mknod(path, nodes[i].kind | 0600, makedev(nodes[i].major, nodes[i].minor)) != 0) {
        refused(path, errno);
      } else {
        open_device(path, O_RDONLY);  // a node on a file system that allows none is worth nothing
      }
    }
  }
  static const char* const there[] = {"/dev/mem",          "/dev/kmem",         "/dev/port",
                                      "/dev/kmsg",         "/dev/vda",          "/dev/sda",
                                      "/dev/nvme0n1",      "/dev/loop-control", "/dev/mapper/control",
                                      "/dev/fuse",         "/dev/kvm",          "/dev/net/tun",
                                      "/dev/vsock",        "/dev/vhost-net",    "/dev/vhost-vsock",
                                      "/dev/userfaultfd",  "/dev/rtc0",         "/dev/watchdog",
                                      "/dev/cpu/0/msr",    "/dev/hpet",         "/dev/uinput",
                                      "/dev/input/event0", "/dev/snd/seq",      "/dev/tty0",
                                      "/dev/tty1",         "/dev/console",      "/dev/vcs",
                                      "/dev/ttyS0",        "/dev/bsg",          "/dev/dri/card0",
                                      "/dev/snapshot",     "/dev/autofs",       "/dev/btrfs-control",
                                      "/dev/cuse",         "/dev/mqueue",       "/dev/hwrng"};
  for (size_t i = 0; i < sizeof there / sizeof there[0]; ++i) open_device(there[i], O_RDONLY);
  static const char* const needed[] = {"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                                       "/dev/urandom", "/dev/tty",  "/dev"};
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; ++i) change_rights(AT_FDCWD, needed[i]);
  change_rights(STDIN_FILENO, "");
  return probe_result();
}
