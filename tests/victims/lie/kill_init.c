// Kills and stops process 1 and everybody it can see. Only where process 1 isn't the machine's own.
#include "../breakout/probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  const int numbers[] = {SIGSTOP, SIGTERM, SIGSEGV, SIGBUS,  SIGHUP,
                         SIGUSR1, SIGTSTP, SIGQUIT, SIGABRT, SIGKILL};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) kill(1, numbers[i]);
  signal(SIGTERM, SIG_IGN);
  kill(-1, SIGTERM);
  kill(-1, SIGSTOP);
  kill(-1, SIGKILL);
  usleep(200000);
  printf("still here\n");
  fflush(stdout);
  return 5;
}
