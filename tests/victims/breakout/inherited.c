// Looks for a descriptor that was forgotten on it: one to a directory would lead out of everything.
#include <sys/stat.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  for (int fd = 0; fd < 4096; ++fd) {
    struct stat about;
    if (fstat(fd, &about) != 0) continue;
    char path[64], target[4096];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(path, target, sizeof target - 1);
    target[length > 0 ? length : 0] = '\0';
    printf("%d -> %s\n", fd, target);
    if (fd > 2) reached(target);
    if (S_ISDIR(about.st_mode))
      must_fail("leave by a directory", openat(fd, "../../../../../../etc/shadow", O_RDONLY));
    if (S_ISREG(about.st_mode)) must_fail("write to a file it was given", fchmod(fd, 0666));
  }
  char target[4096];
  for (int fd = 0; fd < 64; ++fd) {
    char path[64];
    snprintf(path, sizeof path, "/proc/1/fd/%d", fd);
    if (readlink(path, target, sizeof target) >= 0) reached(path);
  }
  printf("REFUSED what isn't there\n");
  return probe_result();
}
