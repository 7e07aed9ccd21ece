// Everything at once to get away: a session of its own, an empty environment, ignored signals, a parent that
// ends at once, its name changed, and the root's cgroup if it may.
#include "victim.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  record(argv[1]);
  if (argc > 2) {  // second life, after execve with nothing in the environment
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sleep_long();
    return 0;
  }
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    const char* places[] = {"/sys/fs/cgroup/unified/cgroup.procs", "/sys/fs/cgroup/cgroup.procs"};
    for (int i = 0; i < 2; ++i) {
      const int fd = open(places[i], O_WRONLY | O_CLOEXEC);
      if (fd >= 0 && write(fd, "0", 1) == 1) break;
    }
    for (int fd = 0; fd < 3; ++fd) close(fd);
    char* const arguments[] = {"victims/harmless", argv[1], "again", NULL};
    char* const nothing[] = {NULL};
    execve("/proc/self/exe", arguments, nothing);
    _exit(97);
  }
  wait(NULL);
  say("gone\n");
  usleep(100000);
  return 0;
}
