// Stops itself: SIGTERM stays pending on it until somebody continues or kills it.
#include "../hostile.h"

int main(void) {
  say("stopping\n");
  raise(SIGSTOP);
  say("continued\n");
  return 0;
}
