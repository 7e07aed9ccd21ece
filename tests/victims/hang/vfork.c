// The child of a vfork sleeps: until it ends, its parent can only be killed, not even stopped.
#include "../hostile.h"

int main(void) {
  live_at_most(60);
  say("vfork\n");
  if (vfork() == 0) {
    live_at_most(60);
    for (;;) pause();
  }
  return 0;
}
