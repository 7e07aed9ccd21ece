// Forks as fast as it can, in every process that it gets, up to 1000 of them, should nobody stop it before.
// All end after eight seconds.
#include <stdatomic.h>
#include <sys/mman.h>

#include "../hostile.h"

int main(void) {
  atomic_int* born = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (born == MAP_FAILED) return 3;
  say("forking\n");
  const double end = now() + 8;
  while (now() < end) {
    if (atomic_load(born) >= 1000) {
      usleep(100000);
      continue;
    }
    const pid_t child = fork();
    if (child == 0) {
      live_at_most(10);
      atomic_fetch_add(born, 1);
    }
    if (child < 0) usleep(20000);
  }
  return 0;
}
