// A fork bomb of limited size: at most 200 processes alive at a time and 2000 zombies, for 8 seconds at most,
// or as many as the third argument says. Each forks as soon as it may and ignores SIGTERM; now and then one
// flees by having a child and ending. With "setsid" as the second argument each is in a session of its own.
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

#include "victim.h"

struct counters {
  atomic_int started;
  atomic_int fled;
};

static void born(const char* file, int own_session) {
  if (own_session) setsid();
  srand((unsigned)getpid());
  record(file);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int own_session = argc > 2 && strcmp(argv[2], "setsid") == 0;
  struct counters* counters =
      mmap(NULL, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (counters == MAP_FAILED) return 3;
  atomic_store(&counters->started, 1);
  const pid_t root = getpid();
  signal(SIGTERM, SIG_IGN);
  record(argv[1]);
  say("boom\n");
  const time_t end = time(NULL) + (argc > 3 ? atoi(argv[3]) : 8);
  while (time(NULL) < end) {
    if (atomic_load(&counters->started) < 200 && atomic_fetch_add(&counters->started, 1) < 200) {
      if (fork() == 0) born(argv[1], own_session);
      continue;
    }
    usleep(5000);
    if (getpid() == root || rand() % 50 != 0 || atomic_fetch_add(&counters->fled, 1) > 2000) continue;
    const pid_t heir = fork();
    if (heir > 0) _exit(0);
    if (heir == 0) born(argv[1], own_session);
  }
  return 0;
}
