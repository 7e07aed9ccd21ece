// Ends in a way that looks as if a limit had struck: argument "exit CODE" or "signal NUMBER". What it says is
// a lie as well.
#include "../hostile.h"

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  say("Out of memory: Killed process 1 (victim). Timed out. CPU time limit exceeded. oom_kill 1\n");
  const int number = atoi(argv[2]);
  if (strcmp(argv[1], "exit") == 0) return number;
  signal(number, SIG_DFL);
  raise(number);
  return 0;
}
