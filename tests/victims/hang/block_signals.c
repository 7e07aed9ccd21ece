// Blocks every signal that can be blocked, in itself and in a child of a session of its own.
#include "../hostile.h"

int main(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  if (fork() == 0) setsid();
  say("blocked\n");
  sleep_long();
  return 0;
}
