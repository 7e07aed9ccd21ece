// Each process burns a little, leaves an heir and ends. None of them ever used much, and no living parent has
// their times added to its own.
#include "../hostile.h"

int main(void) {
  say("running\n");
  for (int round = 0; round < 1200; ++round) {
    burn(0.05);
    if (fork() != 0) _exit(0);
    if (round == 0) setsid();
  }
  return 0;
}
