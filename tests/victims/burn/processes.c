// Eight processes that spin, each in a session of its own. RLIMIT_CPU counts each of them alone.
#include "../hostile.h"

int main(void) {
  say("spinning\n");
  for (int i = 0; i < 7; ++i) {
    if (fork() == 0) {
      setsid();
      break;
    }
  }
  burn(60);
  return 0;
}
