// Eight processes append to a file each, in turn small and large pieces.
#include "../hostile.h"

int main(void) {
  say("filling\n");
  for (int i = 0; i < 7; ++i) {
    if (fork() == 0) break;
  }
  live_at_most(20);
  static char block[1 << 18];
  memset(block, 1, sizeof block);
  char name[32];
  snprintf(name, sizeof name, "filler-%d", (int)getpid());
  for (size_t written = 0; written < (size_t)128 << 20;) {
    const int fd = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    const size_t size = written % 2 ? 4097 : sizeof block;
    if (fd < 0 || write(fd, block, size) < 0) return 3;
    close(fd);
    written += size;
  }
  while (wait(NULL) > 0) {
  }
  say("took all\n");
  return 0;
}
