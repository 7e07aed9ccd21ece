// Opens files by their number on the disk, past every path, and watches the machine's files.
#include <sys/inotify.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  if (argc < 3) return 2;
  union {
    struct file_handle handle;
    char space[sizeof(struct file_handle) + MAX_HANDLE_SZ];
  } own;
  int mount = 0;
  own.handle.handle_bytes = MAX_HANDLE_SZ;
  if (name_to_handle_at(AT_FDCWD, ".", &own.handle, &mount, 0) != 0) {
    refused("name_to_handle_at", errno);
    own.handle.handle_bytes = 8;
    own.handle.handle_type = 1;  // FILEID_INO32_GEN
  }
  // The inode of the root of most disks.
  const unsigned root[2] = {2, 0};
  memcpy(own.handle.f_handle, root, sizeof root);
  own.handle.handle_bytes = sizeof root;
  own.handle.handle_type = 1;
  const int here = open(".", O_RDONLY);
  must_be_forbidden("open_by_handle_at", open_by_handle_at(here, &own.handle, O_RDONLY));
  must_be_forbidden("fanotify_init", syscall(SYS_fanotify_init, 0, O_RDONLY));
  must_be_forbidden("fanotify_init without rights",
                    syscall(SYS_fanotify_init, 0x200, O_RDONLY));  // FAN_REPORT_FID
  const int watch = inotify_init();
  if (watch >= 0) must_fail("watch a file outside", inotify_add_watch(watch, argv[2], IN_ALL_EVENTS));
  return probe_result();
}
