// Reads and changes the memory of process 1, takes its descriptors, and reads its environment: that of
// whoever started it, with all secrets. Who can change process 1 can forge how the command ended.
#include <sys/uio.h>

#include "probe.h"

static void try_memory(pid_t pid, const char* who) {
  char what[96];
  char byte = 0;
  struct iovec here = {&byte, 1};
  struct iovec there = {&byte, 1};
  snprintf(what, sizeof what, "process_vm_readv of %s", who);
  must_be_forbidden(what, process_vm_readv(pid, &here, 1, &there, 1, 0));
  snprintf(what, sizeof what, "process_vm_writev of %s", who);
  must_be_forbidden(what, process_vm_writev(pid, &here, 1, &there, 1, 0));
  const int process = (int)syscall(SYS_pidfd_open, pid, 0);
  snprintf(what, sizeof what, "a descriptor of %s", who);
  if (process < 0) {
    refused(what, errno);
  } else {
    must_be_forbidden(what, syscall(SYS_pidfd_getfd, process, 1, 0));
    snprintf(what, sizeof what, "process_madvise of %s", who);
    must_be_forbidden(what, syscall(SYS_process_madvise, process, &there, 1, 21, 0));  // MADV_PAGEOUT
  }
}

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  try_memory(1, "process 1");
  static const char* const files[] = {"mem", "maps", "environ", "auxv", "pagemap", "syscall",   "stack",
                                      "exe", "fd/0", "fd/1",    "fd/3", "io",      "clear_refs"};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
    char path[64];
    snprintf(path, sizeof path, "/proc/1/%s", files[i]);
    char byte;
    const int fd = open(path, strcmp(files[i], "mem") == 0 ? O_RDWR : O_RDONLY);
    // The first byte of a memory is never there: being allowed to open it is enough.
    const int memory = strcmp(files[i], "mem") == 0;
    must_fail(path, fd < 0 ? -1 : memory ? 0 : read(fd, &byte, 1) == 1 ? 0 : -1);
    if (fd >= 0) close(fd);
  }
  must_be_forbidden("kcmp with process 1", syscall(SYS_kcmp, getpid(), 1, 0, 0, 1));
  must_fail("move_pages of process 1",
            syscall(SYS_migrate_pages, 1, 8, (unsigned long[]){1}, (unsigned long[]){2}));
  return probe_result();
}
