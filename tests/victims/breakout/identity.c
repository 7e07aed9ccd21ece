// Becomes another user, takes capabilities, gives up that it can't have more of them.
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/fsuid.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  const uid_t other = getuid() == 0 ? 1 : 0;
  must_fail("setuid", setuid(other));
  must_fail("setresuid", setresuid(other, other, other));
  must_fail("setgid", setgid(other));
  must_fail("setgroups", setgroups(1, (gid_t[]){other}));
  setfsuid(other);
  must_fail("setfsuid", (uid_t)setfsuid(other) == other ? 0 : (errno = EPERM, -1));
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct all[2] = {{~0U, ~0U, ~0U}, {0x1ff, 0x1ff, 0x1ff}};
  must_fail("capset", syscall(SYS_capset, &header, all));
  must_fail("ambient capability", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0));
  must_fail("securebits", prctl(PR_SET_SECUREBITS, SECBIT_KEEP_CAPS));
  must_fail("take no_new_privs back", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
  must_fail("take the syscall filter back", prctl(PR_SET_SECCOMP, 0, 0, 0, 0));
  must_fail("give a file away", chown(argv[0], other, other));
  must_fail("a root of its own", chroot("."));
  return probe_result();
}
