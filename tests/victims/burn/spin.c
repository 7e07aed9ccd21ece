// Uses one processor and nothing else.
#include "../hostile.h"

int main(void) {
  say("spinning\n");
  burn(60);
  return 0;
}
