// Prints what it was born with: descriptors, session, terminal, signals, directory.
#include "victim.h"

int main(void) {
  char target[4096];
  for (int fd = 0; fd < 1024; ++fd) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) continue;
    target[length] = '\0';
    printf("fd %d %s\n", fd, target);
  }
  printf("session %s\n", getsid(0) == getpid() ? "own" : "shared");
  printf("group %s\n", getpgrp() == getpid() ? "own" : "shared");
  printf("tty %s\n", open("/dev/tty", O_RDWR) >= 0 ? "yes" : "no");
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  int blocked_count = 0;
  int ignored_count = 0;
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action;
    blocked_count += sigismember(&blocked, number) == 1;
    if (sigaction(number, NULL, &action) == 0) ignored_count += action.sa_handler == SIG_IGN;
  }
  printf("blocked %d\nignored %d\n", blocked_count, ignored_count);
  printf("directory %s\n", getcwd(target, sizeof target) ? target : "?");
  return 0;
}
