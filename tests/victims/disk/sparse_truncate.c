// A file of 1 TiB that has no blocks at all. Whoever copies or sums up sizes has a surprise.
#include <errno.h>

#include "../hostile.h"

int main(void) {
  const int fd = open("sparse", O_RDWR | O_CREAT, 0600);
  signal(SIGXFSZ, SIG_IGN);
  if (ftruncate(fd, (off_t)1 << 40) != 0) dprintf(1, "refused: %s\n", strerror(errno));
  say("done\n");
  return 0;
}
