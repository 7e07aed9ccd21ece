// What the hostile programs share beside victim.h: a life of limited length, whatever a test does with them.
#ifndef PROCTOR_HOSTILE_H
#define PROCTOR_HOSTILE_H

#include <sys/prctl.h>
#include <time.h>

#include "victim.h"

// This process and no child of it (an alarm isn't inherited) is over after so many seconds.
static inline void live_at_most(unsigned seconds) {
  signal(SIGALRM, SIG_DFL);
  alarm(seconds);
}

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Uses the processor for so many seconds by the wall's clock.
static inline void burn(double seconds) {
  const double end = now() + seconds;
  volatile unsigned count = 0;
  while (now() < end) {
    for (unsigned i = 0; i < 100000; ++i) count = count + i;
  }
}

#endif
