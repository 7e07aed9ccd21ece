// A hundred files, each with one byte far behind its end: 100 TiB to look at, some hundred KiB in fact.
#include <errno.h>

#include "../hostile.h"

int main(void) {
  signal(SIGXFSZ, SIG_IGN);
  int refused = 0;
  for (int i = 0; i < 100; ++i) {
    char name[32];
    snprintf(name, sizeof name, "sparse-%d", i);
    const int fd = open(name, O_RDWR | O_CREAT, 0600);
    refused += pwrite(fd, "x", 1, (off_t)1 << 40) != 1;
    close(fd);
  }
  dprintf(1, "refused %d\ndone\n", refused);
  return 0;
}
