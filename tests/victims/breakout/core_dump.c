// Dies with a core dump: one isn't written, into the workspace neither, and the limit is the one by which no
// program of the host is started for it.
#include <sys/resource.h>

#include "../hostile.h"

int main(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  if (limit.rlim_max == 1) say("no program either\n");
  const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CORE, &all);
  prctl(PR_SET_DUMPABLE, 1);
  say("dying\n");
  abort();
}
