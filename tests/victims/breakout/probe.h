// What the attempts to break out share. Each prints one line, "REFUSED what errno" or "REACHED what", and the
// program ends with 0 when all of them were refused. Attempts that would harm the machine are made with
// arguments that do nothing should they be allowed (set the clock to what it is, unload a module of no name);
// and none is made outside of a sandbox.
#ifndef PROCTOR_PROBE_H
#define PROCTOR_PROBE_H

#include <errno.h>
#include <sys/syscall.h>

#include "../hostile.h"

static int probe_reached_count;

static inline void refused(const char* what, int error) {
  const char* name = strerrorname_np(error);
  printf("REFUSED %s %s\n", what, name ? name : "?");
  fflush(stdout);
}

static inline void reached(const char* what) {
  printf("REACHED %s\n", what);
  fflush(stdout);
  ++probe_reached_count;
}

/// The result of a call that has to fail, for whatever reason.
static inline void must_fail(const char* what, long result) {
  if (result == -1) {
    refused(what, errno);
  } else {
    reached(what);
  }
}

/// The result of a call that has to be refused for what it is. Any other error says that the kernel went as
/// far as looking at the arguments: with better ones it would have been done.
static inline void must_be_forbidden(const char* what, long result) {
  if (result == -1 && (errno == EPERM || errno == EACCES || errno == ENOSYS)) {
    refused(what, errno);
  } else if (result == -1) {
    char line[256];
    snprintf(line, sizeof line, "%s (it got as far as %s)", what, strerrorname_np(errno));
    reached(line);
  } else {
    reached(what);
  }
}

/// The same for socket(): whether the filter or the kernel says that there is no such family makes no
/// difference.
static inline void must_have_no_socket(const char* what, long result) {
  if (result == -1 && (errno == EAFNOSUPPORT || errno == EPROTONOSUPPORT)) {
    refused(what, errno);
  } else {
    must_be_forbidden(what, result);
  }
}

static inline int probe_result(void) {
  return probe_reached_count != 0;
}

/// The first argument is the number of the PID namespace outside. Ends the program (code 99) when it is that
/// one's.
static inline void only_in_sandbox(int argc, char** argv) {
  char own[64] = "";
  const ssize_t length = readlink("/proc/self/ns/pid", own, sizeof own - 1);
  char outside[64];
  snprintf(outside, sizeof outside, "pid:[%s]", argc > 1 ? argv[1] : "");
  if (length <= 0 || argc < 2 || argv[1][0] == '\0' || strcmp(own, outside) == 0) {
    say("not in a sandbox: nothing is tried\n");
    exit(99);
  }
  live_at_most(30);
}

#endif
