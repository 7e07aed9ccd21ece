// Kills whoever started it, and whoever comes to stand in that one's place, and says that all is well.
#include "../breakout/probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  if (kill(getppid(), SIGKILL) != 0) say("may not\n");
  usleep(100000);
  if (getppid() != 1) kill(getppid(), SIGKILL);
  say("still here\n");
  return 5;
}
