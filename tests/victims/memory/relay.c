// Short bursts: each of many children takes 160 MiB, touches them and is gone within milliseconds.
#include "../hostile.h"

int main(void) {
  say("taking\n");
  for (int i = 0; i < 200; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      const size_t size = 160 << 20;
      char* memory = malloc(size);
      if (memory == NULL) _exit(3);
      memset(memory, 1, size);
      _exit(0);
    }
    if (child < 0) return 4;
    waitpid(child, NULL, 0);
  }
  say("took all\n");
  return 0;
}
