// Takes blocks without ever writing a byte.
#include <errno.h>

#include "../hostile.h"

int main(void) {
  signal(SIGXFSZ, SIG_IGN);
  say("taking\n");
  for (int i = 0; i < 64; ++i) {
    char name[32];
    snprintf(name, sizeof name, "taken-%d", i);
    const int fd = open(name, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || fallocate(fd, 0, 0, 8 << 20) != 0) {
      dprintf(1, "refused: %s\n", strerror(errno));
      return 3;
    }
    close(fd);
  }
  say("took all\n");
  sleep(5);
  return 0;
}
