// Waits for a signal that never comes.
#include "../hostile.h"

int main(void) {
  live_at_most(60);
  say("paused\n");
  pause();
  return 0;
}
