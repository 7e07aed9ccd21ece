// Sets the machine's clock, to what it shows.
#include <sys/time.h>
#include <sys/timex.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  must_be_forbidden("clock_settime", clock_settime(CLOCK_REALTIME, &precise));
  must_fail("clock_settime of CLOCK_TAI", clock_settime(CLOCK_TAI, &precise));
  struct timeval coarse;
  gettimeofday(&coarse, NULL);
  must_be_forbidden("settimeofday", settimeofday(&coarse, NULL));
  struct timex change;
  memset(&change, 0, sizeof change);
  change.modes = ADJ_OFFSET;
  must_be_forbidden("adjtimex", adjtimex(&change));
  must_be_forbidden("clock_adjtime", clock_adjtime(CLOCK_REALTIME, &change));
  must_fail("/dev/rtc0", open("/dev/rtc0", O_RDONLY));
  return probe_result();
}
