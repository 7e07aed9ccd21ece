// Beside a first process that sleeps, each burns a little, leaves an heir and ends. None of them ever used
// much, and no living process has their times added to its own.
#include "../hostile.h"

int main(void) {
  live_at_most(60);
  say("running\n");
  if (fork() != 0) {
    sleep_long();
    return 0;
  }
  setsid();
  for (int round = 0; round < 1200; ++round) {
    burn(0.05);
    if (fork() != 0) _exit(0);
  }
  return 0;
}
