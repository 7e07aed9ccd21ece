// Makes what is read-only writable again, or puts something of its own in its place.
#include <sys/mount.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  must_be_forbidden("remount / writable", mount(NULL, "/", NULL, MS_REMOUNT, NULL));
  must_be_forbidden("remount / writable (bind)", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
  must_be_forbidden("remount /usr writable (bind)", mount(NULL, "/usr", NULL, MS_REMOUNT | MS_BIND, NULL));
  must_be_forbidden("make / shared", mount(NULL, "/", NULL, MS_SHARED | MS_REC, NULL));
  must_be_forbidden("mount a tmpfs", mount("none", "/usr", "tmpfs", 0, NULL));
  must_be_forbidden("mount a proc", mount("proc", "/tmp", "proc", 0, NULL));
  must_be_forbidden("mount an overlay",
                    mount("o", "/tmp", "overlay", 0, "lowerdir=/usr,upperdir=/tmp,workdir=/tmp"));
  must_be_forbidden("bind /tmp over /etc", mount("/tmp", "/etc", NULL, MS_BIND, NULL));
  must_be_forbidden("mount the disk", mount("/dev/vda", "/tmp", "ext4", 0, NULL));
  must_be_forbidden("move a mount", mount("/tmp", "/usr", NULL, MS_MOVE, NULL));
  must_be_forbidden("unmount /proc", umount2("/proc", MNT_DETACH));
  must_be_forbidden("unmount /tmp", umount2("/tmp", MNT_DETACH));
  must_be_forbidden("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
  must_be_forbidden("fspick", syscall(SYS_fspick, AT_FDCWD, "/", 0));
  must_be_forbidden("open_tree (clone)", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
  must_be_forbidden("move_mount", syscall(SYS_move_mount, AT_FDCWD, "/tmp", AT_FDCWD, "/usr", 0));
  const unsigned long long attributes[4] = {0, 1, 0, 0};  // take MOUNT_ATTR_RDONLY away
  must_be_forbidden("mount_setattr",
                    syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, attributes, sizeof attributes));
  return probe_result();
}
