// Gives whole pages to the pipe without copying them, after it made the pipe as large as it may.
#include <sys/uio.h>

#include "../hostile.h"

int main(void) {
  live_at_most(20);
  static char block[1 << 16];
  memset(block, 's', sizeof block);
  fcntl(1, F_SETPIPE_SZ, 1 << 20);
  struct iovec piece = {block, sizeof block};
  for (int i = 0; i < 1 << 14; ++i) {
    if (vmsplice(1, &piece, 1, 0) < 0 && write(1, block, sizeof block) < 0) return 3;
  }
  return 0;
}
