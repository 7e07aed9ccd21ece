// Forks as fast as it can, in every process that it gets. All end after eight seconds.
#include "../hostile.h"

int main(void) {
  say("forking\n");
  const double end = now() + 8;
  while (now() < end) {
    const pid_t child = fork();
    if (child == 0) live_at_most(10);
    if (child < 0) usleep(20000);
  }
  return 0;
}
