/* Makes one system call with the given numbers and prints what came of it: "ok", or the errno's name.
 *
 *   probe NUMBER [ARGUMENT...]
 *   probe trace          a child that stands still is to be traced from outside of it
 *   probe int80          getpid as a 32-bit program asks for it
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static int tell(long result) {
  if (result >= 0) {
    puts("ok");
  } else {
    puts(strerrorname_np(errno));
  }
  return 0;
}

static int trace(void) {
  const pid_t child = fork();
  if (child == 0) {
    for (;;) pause();
  }
  tell(ptrace(PTRACE_ATTACH, child, NULL, NULL));
  tell(ptrace(PTRACE_SEIZE, child, NULL, NULL));
  kill(child, SIGKILL);
  waitpid(child, NULL, __WALL);
  return 0;
}

static int int80(void) {
#if defined(__x86_64__)
  long result = 20;
  __asm__ volatile("int $0x80" : "+a"(result) : : "r8", "r9", "r10", "r11", "memory");
  if (result < 0) errno = (int)-result;
  return tell(result);
#else
  errno = ENOSYS;
  return tell(-1);
#endif
}

int main(int argc, char** argv) {
  long arguments[7] = {0};
  if (argc == 2 && strcmp(argv[1], "trace") == 0) return trace();
  if (argc == 2 && strcmp(argv[1], "int80") == 0) return int80();
  for (int i = 1; i < argc && i < 8; ++i) arguments[i - 1] = (long)strtoull(argv[i], NULL, 0);
  return tell(syscall(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5],
                      arguments[6]));
}
