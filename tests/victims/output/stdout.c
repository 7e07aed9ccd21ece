// Floods standard output, 1 GiB of lines.
#include "../hostile.h"

int main(void) {
  live_at_most(20);
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (size_t i = 63; i < sizeof block; i += 64) block[i] = '\n';
  for (int i = 0; i < 1 << 14; ++i) {
    if (write(1, block, sizeof block) < 0) return 3;
  }
  return 0;
}
