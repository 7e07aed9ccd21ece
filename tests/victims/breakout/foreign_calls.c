// System calls by other doors than the usual one, whose numbers mean other calls: x32, and those of 32-bit
// programs. A door that kills whoever knocks is a closed one.
#include "probe.h"

static long x32_getpid(void) {
  return syscall(0x40000000 | SYS_getpid);
}

static long x32_ptrace(void) {
  return syscall(0x40000000 | 521, 0, getppid(), 0, 0);
}

static long by_interrupt(long number, long first) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first) : "memory", "r8", "r9", "r10", "r11");
  return result;
}

static long old_getpid(void) {
  return by_interrupt(20, 0);
}
static long old_unshare(void) {
  return by_interrupt(310, 0x10000000);
}
static long old_socketcall(void) {
  return by_interrupt(102, 1);
}

// In a child, for it may be killed for it.
static void attempt(const char* what, long (*call)(void)) {
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_DUMPABLE, 0);
    errno = 0;
    const long result = call();
    _exit(result >= 0 ? 0 : result == -1 && errno ? errno : (int)-result);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    printf("REFUSED %s SIG%s\n", what, sigabbrev_np(WTERMSIG(status)));
    fflush(stdout);
    return;
  }
  errno = WEXITSTATUS(status);
  must_be_forbidden(what, errno == 0 ? 0 : -1);
}

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  attempt("x32 getpid", x32_getpid);
  attempt("x32 ptrace", x32_ptrace);
  attempt("32-bit getpid", old_getpid);
  attempt("32-bit unshare", old_unshare);
  attempt("32-bit socketcall", old_socketcall);
  errno = 0;
  must_fail("a call of a number that doesn't exist", syscall(100000));
  return probe_result();
}
