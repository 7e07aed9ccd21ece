#include "init_view.h"

#include <asm/unistd.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <stddef.h>

#include "init_calls.h"
#include "init_protocol.h"

enum { DETACH = 2, RECURSIVE = 0x8000, COPY_BYTES = 1 << 30, MOST_COPIES = 16 };

static const char* const kDevices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                       "/dev/random", "/dev/urandom", "/dev/tty"};
enum { DEVICES = sizeof kDevices / sizeof kDevices[0] };

static long close_after(long file, long result) {
  CALL1(__NR_close, file);
  return result;
}

/* The directory `name` in `directory`, which is closed; made if it isn't there. Never through a link: where
 * the workspace is, somebody could have made one. */
static long enter(long directory, const char* name) {
  const long how = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  long next = CALL4(__NR_openat, directory, name, how, 0);
  if (next == -ENOENT) {
    CALL3(__NR_mkdirat, directory, name, 0755);
    next = CALL4(__NR_openat, directory, name, how, 0);
  }
  return close_after(directory, next);
}

/* The directory that `path` is to stand in, made where it isn't there; `*name` becomes the last part. */
static long parent_of(const char* path, const char** name) {
  long directory = CALL4(__NR_openat, AT_FDCWD, "/", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  for (;;) {
    while (*path == '/') ++path;
    *name = path;
    while (*path != '\0' && *path != '/') ++path;
    if (*path == '\0' || directory < 0) return directory;
    char part[256];
    const size_t length = (size_t)(path - *name);
    if (length >= sizeof part) return close_after(directory, -ENAMETOOLONG);
    for (size_t i = 0; i < length; ++i) part[i] = (*name)[i];
    part[length] = '\0';
    directory = enter(directory, part);
  }
}

static long make_directory(const char* path) {
  const char* name;
  const long parent = parent_of(path, &name);
  return parent < 0 ? parent : enter(parent, name);
}

static long make_file(const char* path, long mode) {
  const char* name;
  const long parent = parent_of(path, &name);
  if (parent < 0) return parent;
  const long how = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  return close_after(parent, CALL4(__NR_openat, parent, name, how, mode));
}

static long make_link(const char* path, const char* target) {
  const char* name;
  const long parent = parent_of(path, &name);
  if (parent < 0) return parent;
  return close_after(parent, CALL3(__NR_symlinkat, target, parent, name));
}

/* A place for a mount. */
static long make_place(const char* path, int is_directory) {
  if (is_directory) return make_directory(path);
  const long file = make_file(path, 0444);
  if (file >= 0) CALL1(__NR_close, file);
  if (file < 0 && file != -EEXIST) return file;
  const char* name;
  const long parent = parent_of(path, &name);
  if (parent < 0) return parent;
  return close_after(parent, CALL4(__NR_openat, parent, name, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0));
}

static long open_of_machine(const char* path, uint64_t flags, uint64_t links) {
  const long machine = CALL4(__NR_openat, AT_FDCWD, INIT_MACHINE, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (machine < 0) return machine;
  const struct open_how how = {flags | O_CLOEXEC, 0, links | RESOLVE_NO_MAGICLINKS};
  return close_after(machine, CALL4(__NR_openat2, machine, path + 1, &how, sizeof how));
}

/* The same path of the machine, with all that is mounted below it as tight as itself. Nothing that is mounted
 * there later appears here. */
static long bind(const char* path, uint64_t links, uint64_t flags) {
  const long from = open_of_machine(path, O_PATH, links);
  if (from < 0) return from;
  const long inside = CALL4(__NR_openat, from, ".", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (inside >= 0) CALL1(__NR_close, inside);
  const long tree =
      CALL3(__NR_open_tree, from, "", AT_EMPTY_PATH | RECURSIVE | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  CALL1(__NR_close, from);
  if (tree < 0) return tree;
  const struct mount_attr wanted = {flags | MOUNT_ATTR_NOSUID, 0, MS_PRIVATE, 0};
  long result = CALL5(__NR_mount_setattr, tree, "", AT_EMPTY_PATH | RECURSIVE, &wanted, sizeof wanted);
  if (result < 0) return close_after(tree, result);
  const long place = make_place(path, inside != -ENOTDIR);
  if (place < 0) return close_after(tree, place);
  result = CALL5(__NR_move_mount, tree, "", place, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
  CALL1(__NR_close, place);
  return close_after(tree, result);
}

/* A file that has gone meanwhile, or that its owner keeps to himself, is none of the view. */
static long copy(const char* path, const char* from) {
  const long original = open_of_machine(from, O_RDONLY | O_NONBLOCK, RESOLVE_IN_ROOT);
  if (original < 0) return original == -ENOENT || original == -EACCES ? 0 : original;
  const long file = make_file(path, 0444);
  if (file < 0) return close_after(original, file);
  long copied = 1;
  for (int i = 0; i < MOST_COPIES && copied > 0; ++i)
    copied = CALL4(__NR_sendfile, file, original, 0, COPY_BYTES);
  CALL1(__NR_close, original);
  return close_after(file, copied);
}

static long write_file(const char* path, const char* text) {
  const long file = make_file(path, 0444);
  if (file < 0) return file;
  size_t size = 0;
  while (text[size] != '\0') ++size;
  while (size > 0) {
    const long written = CALL3(__NR_write, file, text, size);
    if (written <= 0) return close_after(file, written < 0 ? written : -EIO);
    text += written;
    size -= (size_t)written;
  }
  return close_after(file, 0);
}

/* Below what the sandbox itself has made, where nobody can have put a link. */
static long mount_new(const char* type, const char* path, long flags, const char* options) {
  const long place = make_directory(path);
  if (place < 0) return place;
  CALL1(__NR_close, place);
  return CALL5(__NR_mount, type, path, type, flags, options);
}

/* As bubblewrap's --dev makes it, without the shared memory. The devices are the machine's own files, and
 * root owns them: without any capability it could take the rights to /dev/null away from everybody outside. A
 * mount that is read-only keeps the mode and the times as they are, and devices can be written all the same.
 */
static long make_devices(void) {
  long result = mount_new("tmpfs", "/dev", MS_NOSUID | MS_NODEV, "mode=0755");
  for (size_t i = 0; i < DEVICES && result >= 0; ++i)
    result = bind(kDevices[i], RESOLVE_IN_ROOT, MOUNT_ATTR_RDONLY);
  static const char* const kLinks[][2] = {
      {"/dev/fd", "/proc/self/fd"},       {"/dev/stdin", "/proc/self/fd/0"},
      {"/dev/stdout", "/proc/self/fd/1"}, {"/dev/stderr", "/proc/self/fd/2"},
      {"/dev/core", "/proc/kcore"},       {"/dev/ptmx", "pts/ptmx"}};
  for (size_t i = 0; i < sizeof kLinks / sizeof kLinks[0] && result >= 0; ++i)
    result = make_link(kLinks[i][0], kLinks[i][1]);
  if (result < 0) return result;
  return mount_new("devpts", "/dev/pts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620");
}

static char* behind(char* text) {
  while (*text != '\0') ++text;
  return text + 1;
}

/* `*step` moves to the next one. */
static long take_step(char** step) {
  const char kind = **step;
  char* const path = *step + 1;
  char* const more = behind(path);
  const int has_more = kind == INIT_LINK || kind == INIT_COPY || kind == INIT_FILE || kind == INIT_MEMORY;
  *step = has_more ? behind(more) : more;
  switch (kind) {
    case INIT_SYSTEM:
      return bind(path, RESOLVE_IN_ROOT, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV);
    case INIT_READABLE:
      return bind(path, RESOLVE_NO_SYMLINKS, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV);
    case INIT_WRITABLE:
      return bind(path, RESOLVE_NO_SYMLINKS, MOUNT_ATTR_NODEV);
    case INIT_LINK:
      return make_link(path, more);
    case INIT_COPY:
      return copy(path, more);
    case INIT_FILE:
      return write_file(path, more);
    case INIT_MEMORY:
      return mount_new("tmpfs", path, MS_NOSUID | MS_NODEV, more);
    case INIT_PRIVATE:
      return CALL3(__NR_mkdirat, AT_FDCWD, path, 0700);
    case INIT_PROC:
      return mount_new("proc", path, MS_NOSUID | MS_NODEV | MS_NOEXEC, 0);
    case INIT_DEVICES:
      return make_devices();
    default:
      return -EINVAL;
  }
}

uint32_t make_view(char* steps, uint32_t count, int* error) {
  const long umask = CALL1(__NR_umask, 0);
  for (uint32_t i = 1; i <= count; ++i) {
    const long result = take_step(&steps);
    if (result < 0) {
      *error = (int)-result;
      return i;
    }
  }
  CALL1(__NR_umask, umask);
  return 0;
}

long leave_machine(void) {
  const long result = CALL2(__NR_umount2, INIT_MACHINE, DETACH);
  return result < 0 ? result : CALL3(__NR_unlinkat, AT_FDCWD, INIT_MACHINE, AT_REMOVEDIR);
}

static long make_read_only(const char* path) {
  const struct mount_attr wanted = {MOUNT_ATTR_RDONLY, 0, 0, 0};
  return CALL5(__NR_mount_setattr, AT_FDCWD, path, 0, &wanted, sizeof wanted);
}

/* The command's standard input was opened outside, where /dev/null can be changed, so it is opened once more.
 *
 * Root doesn't need a capability to write the kernel's settings in /proc/sys: they belong to it, even in a
 * user namespace. /dev itself and the root directory are memory without any limit of size. */
long seal_view(void) {
  const long null = CALL4(__NR_openat, AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC, 0);
  long result = null < 0 ? null : CALL3(__NR_dup3, null, 0, 0);
  if (result >= 0) result = make_read_only("/dev");
  if (result >= 0) result = make_read_only("/proc");
  return result < 0 ? result : make_read_only("/");
}
