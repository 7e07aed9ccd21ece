// Leaves a child in its own process group and ends with code 0. The child keeps nothing open.
#include "victim.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  record(argv[1]);
  if (fork() == 0) {
    close(0);
    close(1);
    close(2);
    record(argv[1]);
    sleep_long();
    return 0;
  }
  say("left one\n");
  usleep(50000);
  return 0;
}
