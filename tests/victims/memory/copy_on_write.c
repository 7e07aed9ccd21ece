// Eight children share what their parent touched: 40 MiB in all, and not nine times as much. No reason for
// alarm.
#include "../hostile.h"

int main(void) {
  const size_t size = 40 << 20;
  char* memory = malloc(size);
  if (memory == NULL) return 3;
  memset(memory, 1, size);
  for (int i = 0; i < 8; ++i) {
    if (fork() == 0) {
      usleep(700000);
      _exit(0);
    }
  }
  while (wait(NULL) > 0) {
  }
  say("shared\n");
  return 0;
}
