// Each child of a vfork runs this program again, which does the same: five generations, 1365 processes.
#include "../hostile.h"

int main(int argc, char** argv) {
  live_at_most(10);
  const int depth = argc > 1 ? atoi(argv[1]) : 0;
  if (depth == 0) say("forking\n");
  if (depth > 4)
    for (;;) pause();
  char next[16];
  snprintf(next, sizeof next, "%d", depth + 1);
  char* const arguments[] = {argv[0], next, NULL};
  for (int i = 0; i < 4; ++i) {
    const pid_t child = vfork();
    if (child == 0) {
      execv("/proc/self/exe", arguments);
      _exit(1);
    }
  }
  for (;;) pause();
}
