// Anonymous memory that is shared with a child which ends: it belongs to no heap and to no stack.
#include <sys/mman.h>

#include "../hostile.h"

int main(void) {
  say("taking\n");
  const size_t size = (size_t)1 << 30;
  char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 3;
  if (fork() == 0) {
    memset(memory, 1, size / 2);
    _exit(0);
  }
  memset(memory + size / 2, 1, size / 2);
  wait(NULL);
  say("took all\n");
  sleep(2);
  return 0;
}
