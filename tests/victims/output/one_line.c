// One line without an end.
#include "../hostile.h"

int main(void) {
  live_at_most(20);
  static char block[1 << 16];
  memset(block, 'a', sizeof block);
  for (int i = 0; i < 1 << 14; ++i) {
    if (write(1, block, sizeof block) < 0) return 3;
  }
  return 0;
}
