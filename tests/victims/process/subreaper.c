// Makes itself the one who inherits orphans, so that its daemons don't come up where they are looked for,
// then ends with code 0.
#include "../hostile.h"

int main(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int i = 0; i < 3; ++i) {
    if (fork() == 0) {
      setsid();
      if (fork() != 0) _exit(0);
      prctl(PR_SET_PDEATHSIG, 0);
      signal(SIGTERM, SIG_IGN);
      for (int fd = 0; fd < 3; ++fd) close(fd);
      sleep_long();
      _exit(0);
    }
    wait(NULL);
  }
  say("done\n");
  return 0;
}
