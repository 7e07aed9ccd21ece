// Parts of the kernel that tests don't need and that holes are found in: io_uring, bpf, perf, userfaultfd.
#include <linux/bpf.h>
#include <linux/perf_event.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  char parameters[256] = {0};
  must_be_forbidden("io_uring_setup", syscall(SYS_io_uring_setup, 1, parameters));
  must_be_forbidden("io_uring_enter", syscall(SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0));
  must_be_forbidden("io_uring_register", syscall(SYS_io_uring_register, -1, 0, NULL, 0));
  union bpf_attr map;
  memset(&map, 0, sizeof map);
  map.map_type = BPF_MAP_TYPE_ARRAY;
  map.key_size = map.value_size = 4;
  map.max_entries = 1;
  must_be_forbidden("bpf map", syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
  must_be_forbidden("bpf program", syscall(SYS_bpf, BPF_PROG_LOAD, &map, sizeof map));
  struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE,
                                  .size = sizeof event,
                                  .config = PERF_COUNT_SW_CPU_CLOCK,
                                  .exclude_kernel = 1};
  must_be_forbidden("perf_event_open", syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
  must_be_forbidden("userfaultfd", syscall(SYS_userfaultfd, 0));
  must_be_forbidden("userfaultfd for user mode", syscall(SYS_userfaultfd, 1));
  must_be_forbidden("fanotify_init", syscall(SYS_fanotify_init, 0, O_RDONLY));
  must_be_forbidden("open_by_handle_at", syscall(SYS_open_by_handle_at, AT_FDCWD, parameters, O_RDONLY));
  must_be_forbidden("lookup_dcookie", syscall(SYS_lookup_dcookie, 1UL, parameters, sizeof parameters));
  must_be_forbidden("syslog", syscall(SYS_syslog, 3, parameters, sizeof parameters));
  return probe_result();
}
