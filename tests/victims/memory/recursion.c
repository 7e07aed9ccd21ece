// Calls itself until its stack ends.
#include "../hostile.h"

static int deeper(volatile int* depth) {
  volatile char frame[4096];
  frame[0] = (char)++*depth;
  if (*depth < 0) return 0;  // never: so that the compiler lets it be
  return deeper(depth) + frame[0];
}

int main(void) {
  volatile int depth = 0;
  say("calling\n");
  return deeper(&depth);
}
