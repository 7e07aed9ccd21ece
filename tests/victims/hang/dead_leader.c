// The main thread ends and leaves a zombie as the leader of a process that lives on in another thread.
#include <pthread.h>

#include "../hostile.h"

static void* live(void* nothing) {
  sleep_long();
  _exit(0);
  return nothing;
}

int main(void) {
  live_at_most(60);
  pthread_t thread;
  if (pthread_create(&thread, NULL, live, NULL) != 0) return 1;
  say("leader ends\n");
  pthread_exit(NULL);
}
