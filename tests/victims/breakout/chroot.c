// Walks out of its root: chroot below while holding a directory above, pivot_root, "..", without end.
#include <sys/stat.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  if (argc < 3) return 2;
  const char* canary = argv[2];  // an absolute path outside
  mkdir("jail", 0755);
  const int above = open(".", O_RDONLY | O_DIRECTORY);
  must_be_forbidden("chroot", chroot("jail"));
  if (fchdir(above) != 0) return 3;
  for (int i = 0; i < 64; ++i) {
    if (chdir("..") != 0) break;
  }
  must_fail("the canary from above", open(canary + 1, O_RDONLY));
  must_fail("the canary", open(canary, O_RDONLY));
  must_be_forbidden("pivot_root", syscall(SYS_pivot_root, ".", "."));
  must_be_forbidden("pivot_root /tmp", syscall(SYS_pivot_root, "/tmp", "/tmp"));
  return probe_result();
}
