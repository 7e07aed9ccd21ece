#include "init_mounts.h"

#include <asm/statfs.h>
#include <asm/unistd.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/mount.h>
#include <stddef.h>

#include "init_calls.h"
#include "init_protocol.h"

enum { DETACH = 2, PATH_BYTES = 256 };

static const char* const kDevices[] = {"/null", "/zero", "/full", "/random", "/urandom", "/tty"};
enum { DEVICES = sizeof kDevices / sizeof kDevices[0] };

static int join(char path[PATH_BYTES], const char* place, const char* name) {
  size_t length = 0;
  while (*place != '\0' && length + 1 < PATH_BYTES) path[length++] = *place++;
  while (*name != '\0' && length + 1 < PATH_BYTES) path[length++] = *name++;
  path[length] = '\0';
  return *place == '\0' && *name == '\0';
}

static int mount_new(const char* type, const char* place, long flags, const char* options) {
  return CALL5(__NR_mount, type, place, type, flags, options) == 0;
}

static int bind(const char* from_place, const char* to_place, const char* name) {
  char from[PATH_BYTES], to[PATH_BYTES];
  return join(from, from_place, name) && join(to, to_place, name) &&
         CALL5(__NR_mount, from, to, 0, MS_BIND | MS_REC, 0) == 0;
}

static int make_directory(const char* path) {
  return CALL3(__NR_mkdirat, AT_FDCWD, path, 0755) == 0;
}

static int make_link(const char* path, const char* target) {
  return CALL3(__NR_symlinkat, target, AT_FDCWD, path) == 0;
}

static int make_empty_file(const char* place, const char* name) {
  char path[PATH_BYTES];
  if (!join(path, place, name)) return 0;
  const long file = CALL4(__NR_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  return file >= 0 && CALL1(__NR_close, file) == 0;
}

static int take_away(const char* place) {
  return CALL2(__NR_umount2, place, DETACH) == 0 && CALL3(__NR_unlinkat, AT_FDCWD, place, AT_REMOVEDIR) == 0;
}

/* As bubblewrap's --dev makes it. */
int make_devices(const char* shared_memory) {
  const long umask = CALL1(__NR_umask, 0);
  int made = mount_new("tmpfs", "/dev", MS_NOSUID | MS_NODEV, "mode=0755");
  for (size_t i = 0; i < DEVICES; ++i)
    made = made && make_empty_file("/dev", kDevices[i]) && bind(INIT_WHOLE_DEV, "/dev", kDevices[i]);
  made = made && make_link("/dev/fd", "/proc/self/fd") && make_link("/dev/stdin", "/proc/self/fd/0") &&
         make_link("/dev/stdout", "/proc/self/fd/1") && make_link("/dev/stderr", "/proc/self/fd/2") &&
         make_link("/dev/core", "/proc/kcore") && make_link("/dev/ptmx", "pts/ptmx");
  made = made && make_directory("/dev/shm") &&
         mount_new("tmpfs", "/dev/shm", MS_NOSUID | MS_NODEV, shared_memory);
  made = made && make_directory("/dev/pts") &&
         mount_new("devpts", "/dev/pts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620");
  CALL1(__NR_umask, umask);
  return made && take_away(INIT_WHOLE_DEV);
}

int show_parts_of_etc(const char* directory, uint32_t count) {
  for (; count > 0; --count) {
    if (!bind(INIT_WHOLE_ETC, "/etc", directory)) return 0;
    while (*directory++ != '\0') {
    }
  }
  return take_away(INIT_WHOLE_ETC);
}

static int make_read_only(const char* place) {
  struct statfs mounted;
  if (CALL2(__NR_statfs, place, &mounted) != 0) return 0;
  /* Flags that the machine has set must stay, or the kernel refuses all of it. */
  const long flags = (mounted.f_flags & (MS_NODEV | MS_NOEXEC)) | MS_NOSUID;
  return CALL5(__NR_mount, "none", place, 0, flags | MS_REMOUNT | MS_BIND | MS_RDONLY, 0) == 0;
}

/* The devices are the machine's own files, and root owns them: without any capability it could take the
 * rights to /dev/null away from everybody outside. A mount that is read-only keeps the mode and the times as
 * they are, and devices can be written all the same. The command's standard input was opened outside, where
 * /dev/null can be changed, so it is opened once more.
 *
 * Nor does root need a capability to write the kernel's settings in /proc/sys: they belong to it, even in a
 * user namespace. /dev itself and the root directory are memory without any limit of size. */
int seal_mounts(void) {
  char path[PATH_BYTES];
  for (size_t i = 0; i < DEVICES; ++i) {
    if (!join(path, "/dev", kDevices[i]) || !make_read_only(path)) return 0;
  }
  const long null = CALL4(__NR_openat, AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC, 0);
  return null > 0 && CALL3(__NR_dup3, null, 0, 0) == 0 && make_read_only("/dev") && make_read_only("/proc") &&
         make_read_only("/");
}
