// All its time is spent in the kernel.
#include "../hostile.h"

int main(void) {
  say("reading\n");
  static char buffer[1 << 20];
  const int zero = open("/dev/zero", O_RDONLY);
  const double end = now() + 60;
  while (zero >= 0 && now() < end) {
    if (read(zero, buffer, sizeof buffer) < 0) return 1;
  }
  return zero < 0;
}
