// Traces process 1 and its own parent.
#include <sys/ptrace.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  must_be_forbidden("attach to process 1", ptrace(PTRACE_ATTACH, 1, NULL, NULL));
  must_be_forbidden("seize process 1", ptrace(PTRACE_SEIZE, 1, NULL, NULL));
  must_be_forbidden("attach to the parent", ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
  must_be_forbidden("seize the parent", ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
  must_be_forbidden(
      "set the syscall filter of the parent aside",
      ptrace(PTRACE_SEIZE, getppid(), NULL, (void*)(long)0x200000));  // PTRACE_O_SUSPEND_SECCOMP
  return probe_result();
}
