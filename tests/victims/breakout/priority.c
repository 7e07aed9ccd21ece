// Takes the machine for itself: real-time scheduling, a higher priority, higher limits, locked memory.
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "probe.h"

static void raise_limit(const char* what, int resource) {
  struct rlimit limit;
  getrlimit((__rlimit_resource_t)resource, &limit);
  if (limit.rlim_max == RLIM_INFINITY) return;
  limit.rlim_max += 1;
  limit.rlim_cur = limit.rlim_max;
  must_fail(what, setrlimit((__rlimit_resource_t)resource, &limit));
}

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  const struct sched_param high = {.sched_priority = 1};
  must_be_forbidden("SCHED_FIFO", sched_setscheduler(0, SCHED_FIFO, &high));
  must_be_forbidden("SCHED_RR", sched_setscheduler(0, SCHED_RR, &high));
  const struct {
    unsigned size, policy;
    unsigned long long flags;
    int nice;
    unsigned priority;
    unsigned long long runtime, deadline, period;
  } soon = {48, 6, 0, 0, 0, 1000000, 2000000, 2000000};
  must_be_forbidden("SCHED_DEADLINE", syscall(SYS_sched_setattr, 0, &soon, 0));
  must_be_forbidden("priority -20", setpriority(PRIO_PROCESS, 0, -20));
  must_be_forbidden("real-time I/O", syscall(SYS_ioprio_set, 1, 0, 1 << 13));
  raise_limit("more open files", RLIMIT_NOFILE);
  raise_limit("more processes", RLIMIT_NPROC);
  raise_limit("larger files", RLIMIT_FSIZE);
  raise_limit("more CPU time", RLIMIT_CPU);
  raise_limit("more locked memory", RLIMIT_MEMLOCK);
  raise_limit("larger core dumps", RLIMIT_CORE);
  raise_limit("real-time priority", RLIMIT_RTPRIO);
  const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  must_fail("limits of process 1", prlimit(1, RLIMIT_NOFILE, &all, NULL));
  return probe_result();
}
