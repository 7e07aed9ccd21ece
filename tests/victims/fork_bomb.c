// A fork bomb of limited size: at most 200 processes at a time, each of which forks as soon as
// it may, ignores SIGTERM, and with "setsid" as the second argument is in a session of its own.
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>

#include "victim.h"

struct counters {
  atomic_int started;
};

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int own_session = argc > 2 && strcmp(argv[2], "setsid") == 0;
  struct counters* counters =
      mmap(NULL, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (counters == MAP_FAILED) return 3;
  atomic_store(&counters->started, 1);
  signal(SIGTERM, SIG_IGN);
  const pid_t root = getpid();
  record(argv[1]);
  say("boom\n");
  const time_t end = time(NULL) + 30;
  for (;;) {
    if (time(NULL) > end) _exit(0);
    if (atomic_fetch_add(&counters->started, 1) >= 200) {
      atomic_fetch_sub(&counters->started, 1);
      usleep(1000);
      // Make room now and then: whoever forks and ends at once is the hardest to catch.
      if (getpid() != root && rand() % 50 == 0 && atomic_load(&counters->started) >= 200) {
        const pid_t heir = fork();
        if (heir > 0) _exit(0);
        if (heir == 0) {
          if (own_session) setsid();
          record(argv[1]);
        }
      }
      continue;
    }
    if (fork() == 0) {
      if (own_session) setsid();
      srand((unsigned)getpid());
      record(argv[1]);
    }
  }
}
