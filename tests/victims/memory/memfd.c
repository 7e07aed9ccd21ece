// 64 files of 16 MiB in memory that have no name: they aren't on any file system and nobody has them mapped.
#include <sys/mman.h>

#include "../hostile.h"

int main(void) {
  static char block[1 << 20];
  memset(block, 1, sizeof block);
  say("filling\n");
  for (int file = 0; file < 64; ++file) {
    const int fd = memfd_create("harmless", 0);
    if (fd < 0) return 3;
    for (int i = 0; i < 16; ++i) {
      if (write(fd, block, sizeof block) != (ssize_t)sizeof block) return 4;
    }
  }
  say("took all\n");
  sleep(5);
  return 0;
}
