// Makes namespaces of its own, in which it would have every capability again.
#include <linux/sched.h>
#include <sched.h>

#include "probe.h"

static const struct {
  const char* name;
  unsigned long flag;
} kinds[] = {{"user", CLONE_NEWUSER},     {"mount", CLONE_NEWNS}, {"pid", CLONE_NEWPID},
             {"network", CLONE_NEWNET},   {"ipc", CLONE_NEWIPC},  {"uts", CLONE_NEWUTS},
             {"cgroup", CLONE_NEWCGROUP}, {"time", 0x80}};

// The child of a clone that wasn't refused ends at once.
static long ended(long child) {
  if (child == 0) _exit(0);
  const int error = errno;
  if (child > 0) waitpid((pid_t)child, NULL, __WALL);
  errno = error;
  return child;
}

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  char what[64];
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    const unsigned long flag = kinds[i].flag;
    if (flag != 0x80) {  // clone has no bit for a time namespace
      snprintf(what, sizeof what, "clone a namespace: %s", kinds[i].name);
      must_be_forbidden(what, ended(syscall(SYS_clone, flag | SIGCHLD, 0, 0, 0, 0)));
      snprintf(what, sizeof what, "clone a user namespace and one of: %s", kinds[i].name);
      must_be_forbidden(what, ended(syscall(SYS_clone, flag | CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)));
    }
    struct clone_args wanted = {.flags = flag, .exit_signal = SIGCHLD};
    snprintf(what, sizeof what, "clone3 a namespace: %s", kinds[i].name);
    must_be_forbidden(what, ended(syscall(SYS_clone3, &wanted, sizeof wanted)));
    snprintf(what, sizeof what, "unshare: %s", kinds[i].name);
    must_be_forbidden(what, unshare((int)flag));
  }
  must_be_forbidden("unshare: user and all others", unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID |
                                                            CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS));
  return probe_result();
}
