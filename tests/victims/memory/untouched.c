// Asks for 64 GiB of addresses and touches none, as runtimes with garbage collection do. No reason for alarm.
#include <sys/mman.h>

#include "../hostile.h"

int main(void) {
  const size_t size = (size_t)64 << 30;
  char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 3;
  memory[size / 2] = 1;
  usleep(300000);
  say("reserved\n");
  return 0;
}
