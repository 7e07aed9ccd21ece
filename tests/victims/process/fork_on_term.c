// Answers each request to end with eight more processes that do the same, for three generations.
#include "../hostile.h"

static int generation;

static void multiply(int number) {
  (void)number;
  if (generation == 3) return;
  for (int i = 0; i < 8; ++i) {
    if (fork() == 0) {
      setsid();
      ++generation;
      live_at_most(20);
      return;
    }
  }
}

int main(void) {
  live_at_most(20);
  struct sigaction action = {.sa_handler = multiply, .sa_flags = SA_NODEFER};
  for (int number = 1; number < NSIG; ++number) {
    if (number != SIGALRM && number != SIGCHLD) sigaction(number, &action, NULL);
  }
  say("waiting to be asked\n");
  for (;;) pause();
}
