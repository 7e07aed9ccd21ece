// Ignores every signal that can be ignored.
#include "../hostile.h"

int main(void) {
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_IGN);
  say("deaf\n");
  sleep_long();
  return 0;
}
