// 32 System V segments of 32 MiB, each filled and let go of: they stay, and no process has them.
#include <sys/shm.h>

#include "../hostile.h"

int main(void) {
  const size_t size = 32 << 20;
  say("filling\n");
  for (int i = 0; i < 32; ++i) {
    const int segment = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    if (segment < 0) return 3;
    char* memory = shmat(segment, NULL, 0);
    if (memory == (char*)-1) return 4;
    memset(memory, 1, size);
    shmdt(memory);
  }
  say("took all\n");
  return 0;
}
