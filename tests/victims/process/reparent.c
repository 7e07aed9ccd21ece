// Flees: every few milliseconds it has a child and ends, in a new session each time. It is never more than
// two processes, and its number is old whenever somebody reads it.
#include "../hostile.h"

int main(void) {
  say("running\n");
  signal(SIGTERM, SIG_IGN);
  const double end = now() + 20;
  while (now() < end) {
    const pid_t child = fork();
    if (child > 0) _exit(0);
    if (child == 0) setsid();
    usleep(2000);
  }
  return 0;
}
