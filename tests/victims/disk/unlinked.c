// Files that have no name any more are in no directory, and take space as long as they are open.
#include "../hostile.h"

int main(void) {
  static char block[1 << 20];
  say("filling\n");
  for (int i = 0; i < 40; ++i) {
    char name[32];
    snprintf(name, sizeof name, "nameless-%d", i);
    const int fd = open(name, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || unlink(name) != 0) return 3;
    for (int k = 0; k < 8; ++k) {
      if (write(fd, block, sizeof block) != (ssize_t)sizeof block) return 4;
    }
    usleep(20000);  // as fast as an ordinary disk: the limit is kept by a watch, and a watch needs time to look
  }
  say("took all\n");
  sleep(5);
  return 0;
}
