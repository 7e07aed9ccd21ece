// A daemon by the book that keeps nothing open, ignores SIGTERM, clears its environment and has another name.
#include "../hostile.h"

int main(int argc, char** argv) {
  if (argc > 1) {
    prctl(PR_SET_NAME, "kworker/0:1");
    memset(argv[1], 0, strlen(argv[1]));
    signal(SIGTERM, SIG_IGN);
    sleep_long();
    return 0;
  }
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    for (int fd = 0; fd < 1024; ++fd) close(fd);
    if (chdir("/") != 0) _exit(1);
    char* const arguments[] = {argv[0], "again", NULL};
    char* const nothing[] = {NULL};
    execve("/proc/self/exe", arguments, nothing);
    _exit(97);
  }
  wait(NULL);
  say("started a daemon\n");
  return 0;
}
