// A daemon by the book: fork, setsid, fork again, the ones in between end. The command ends with code 0, or
// with a second argument stays. "deaf" as the third: the daemon ignores SIGTERM.
#include "victim.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  record(argv[1]);
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    record(argv[1]);
    if (argc > 3 && strcmp(argv[3], "deaf") == 0) signal(SIGTERM, SIG_IGN);
    for (int fd = 0; fd < 3; ++fd) close(fd);
    sleep_long();
    _exit(0);
  }
  wait(NULL);
  say("started a daemon\n");
  usleep(50000);
  if (argc > 2 && strcmp(argv[2], "stay") == 0) sleep_long();
  return 0;
}
