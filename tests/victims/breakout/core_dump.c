// Dies with a core dump: one isn't written, into the workspace neither, and no program of the host is started
// for it.
#include <sys/resource.h>

#include "../hostile.h"

int main(void) {
  const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CORE, &all);
  prctl(PR_SET_DUMPABLE, 1);
  say("dying\n");
  abort();
}
