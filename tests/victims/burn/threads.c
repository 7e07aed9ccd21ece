// Four threads that spin: together they reach the limit long before any of them does.
#include <pthread.h>

#include "../hostile.h"

static void* spin(void* nothing) {
  burn(60);
  return nothing;
}

int main(void) {
  say("spinning\n");
  for (int i = 0; i < 3; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, spin, NULL) != 0) return 1;
  }
  burn(60);
  return 0;
}
