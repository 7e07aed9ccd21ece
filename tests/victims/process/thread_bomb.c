// Threads count as processes do: starts up to 1000 of them in one process.
#include <pthread.h>

#include "../hostile.h"

static void* stay(void* nothing) {
  sleep(10);
  return nothing;
}

int main(void) {
  live_at_most(10);
  say("starting\n");
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 16384 * 2);
  int started = 0;
  for (int i = 0; i < 1000; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, &small, stay, NULL) == 0) ++started;
  }
  dprintf(1, "started %d\n", started);
  sleep(10);
  return 0;
}
