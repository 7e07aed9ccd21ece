// Sixteen processes flood at once, half of them each stream.
#include "../hostile.h"

int main(void) {
  int number = 0;
  for (int i = 1; i < 16; ++i) {
    if (fork() == 0) {
      number = i;
      setsid();
      break;
    }
  }
  live_at_most(20);
  static char block[1 << 16];
  memset(block, 'a' + number, sizeof block);
  for (int i = 0; i < 1 << 12; ++i) {
    if (write(1 + number % 2, block, sizeof block) < 0) return 3;
  }
  while (wait(NULL) > 0) {
  }
  return 0;
}
