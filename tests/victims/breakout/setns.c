// Enters the namespaces of process 1 and of its parent, by name and by pidfd.
#include <sched.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  static const char* const kinds[] = {"user", "mnt",    "pid", "pid_for_children", "net", "ipc",
                                      "uts",  "cgroup", "time"};
  const pid_t targets[] = {1, getppid(), getpid()};
  for (size_t t = 0; t < 3; ++t) {
    char what[96];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
      snprintf(what, sizeof what, "/proc/%d/ns/%s", (int)targets[t], kinds[i]);
      const int fd = open(what, O_RDONLY | O_CLOEXEC);
      if (fd < 0) {
        refused(what, errno);
        continue;
      }
      must_be_forbidden(what, setns(fd, 0));
      close(fd);
    }
    const int process = (int)syscall(SYS_pidfd_open, targets[t], 0);
    snprintf(what, sizeof what, "setns by the pidfd of %d", (int)targets[t]);
    if (process < 0) {
      refused(what, errno);
    } else {
      must_be_forbidden(what, setns(process, CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID));
    }
  }
  return probe_result();
}
