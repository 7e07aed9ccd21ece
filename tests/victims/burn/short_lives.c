// Thousands of children, each gone after two milliseconds: too short for whoever only looks now and then.
#include "../hostile.h"

int main(void) {
  say("spawning\n");
  const double end = now() + 60;
  signal(SIGCHLD, SIG_IGN);  // nobody waits for them, so their times are added to nobody's
  while (now() < end) {
    const pid_t child = fork();
    if (child == 0) {
      burn(0.002);
      _exit(0);
    }
    if (child < 0) usleep(1000);
    waitpid(child, NULL, 0);
  }
  return 0;
}
