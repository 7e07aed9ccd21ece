// Sixteen processes of 16 MiB each: each is harmless alone, together they have 256 MiB.
#include "../hostile.h"

int main(void) {
  say("taking\n");
  for (int i = 0; i < 15; ++i) {
    if (fork() == 0) break;
  }
  char* memory = malloc(16 << 20);
  if (memory == NULL) return 3;
  memset(memory, getpid() | 1, 16 << 20);
  sleep(20);
  return 0;
}
