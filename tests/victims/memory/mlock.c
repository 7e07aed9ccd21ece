// Wants its memory never to be taken away from it.
#include <sys/mman.h>

#include "../hostile.h"

int main(void) {
  say("locking\n");
  mlockall(MCL_CURRENT | MCL_FUTURE);
  for (int i = 0; i < 1024; ++i) {
    char* piece = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED) {  // more than may be locked: then without
      munlockall();
      continue;
    }
    memset(piece, 1, 1 << 20);
  }
  say("took all\n");
  sleep(2);
  return 0;
}
