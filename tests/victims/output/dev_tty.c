// Wants to flood the terminal itself, past every pipe. There is none for it.
#include <errno.h>

#include "../hostile.h"

int main(void) {
  live_at_most(20);
  const int tty = open("/dev/tty", O_WRONLY);
  if (tty < 0) {
    dprintf(1, "no terminal: %s\n", strerror(errno));
    return 0;
  }
  while (write(tty, "FLOODED-TERMINAL\n", 17) > 0) {
  }
  return 1;
}
