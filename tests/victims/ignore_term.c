// Ignores SIGTERM and stays.
#include "victim.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  signal(SIGTERM, SIG_IGN);
  record(argv[1]);
  say("you can't stop me\n");
  sleep_long();
  return 0;
}
