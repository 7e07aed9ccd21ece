// Fills a file through a mapping: no write() is ever called.
#include <sys/mman.h>

#include "../hostile.h"

int main(void) {
  say("filling\n");
  for (int i = 0; i < 32; ++i) {
    char name[32];
    snprintf(name, sizeof name, "mapped-%d", i);
    const size_t size = 8 << 20;
    const int fd = open(name, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0) return 3;
    char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED) return 4;
    memset(memory, 1, size);
    msync(memory, size, MS_SYNC);
    munmap(memory, size);
    close(fd);
  }
  say("took all\n");
  sleep(5);
  return 0;
}
