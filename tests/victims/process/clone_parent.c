// Its children are made its parent's (CLONE_PARENT): they are the supervisor's own all of a sudden. One ends
// with a code that isn't the command's, one stays.
#include <sched.h>
#include <sys/syscall.h>

#include "../hostile.h"

int main(void) {
  for (int i = 0; i < 2; ++i) {
    const long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
      if (i == 0) _exit(0);
      signal(SIGTERM, SIG_IGN);
      sleep_long();
      _exit(0);
    }
    if (child < 0) return 9;
  }
  usleep(200000);
  say("done\n");
  return 7;
}
