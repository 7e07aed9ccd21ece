// Children that have ended and are never waited for: they take no memory, but a number each.
#include "../hostile.h"

int main(void) {
  live_at_most(10);
  say("leaving zombies\n");
  for (int i = 0; i < 1000; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    if (child < 0) usleep(10000);
  }
  sleep(10);
  return 0;
}
