// Two threads that wait for each other's lock.
#include <pthread.h>

#include "../hostile.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both_hold_one;

static void* other(void* nothing) {
  pthread_mutex_lock(&second);
  pthread_barrier_wait(&both_hold_one);
  pthread_mutex_lock(&first);
  return nothing;
}

int main(void) {
  live_at_most(60);
  pthread_barrier_init(&both_hold_one, NULL, 2);
  pthread_t thread;
  if (pthread_create(&thread, NULL, other, NULL) != 0) return 1;
  pthread_mutex_lock(&first);
  pthread_barrier_wait(&both_hold_one);
  say("locked\n");
  pthread_mutex_lock(&second);
  return 0;
}
