// One process takes memory and touches it, until it is stopped or has 1 GiB.
#include "../hostile.h"

int main(void) {
  say("taking\n");
  for (int i = 0; i < 1024; ++i) {
    char* piece = malloc(1 << 20);
    if (piece == NULL) return 3;
    memset(piece, i | 1, 1 << 20);
  }
  say("took all\n");
  sleep(2);
  return 0;
}
