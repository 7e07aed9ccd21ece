// Ends at once with code 0, but a grandchild keeps standard output open. Second argument: how many
// milliseconds until the grandchild says "late" and ends; 0 or none: never.
#include "victim.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  record(argv[1]);
  say("before\n");
  if (fork() == 0) {
    record(argv[1]);
    const int wait_ms = argc > 2 ? atoi(argv[2]) : 0;
    if (wait_ms == 0) sleep_long();
    usleep((useconds_t)wait_ms * 1000);
    say("late\n");
    return 0;
  }
  return 0;
}
