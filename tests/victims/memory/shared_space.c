// 30 MiB in one address space that siblings and orphans share, as after clone with CLONE_VM: it's there once.
#include <sched.h>

#include "../hostile.h"

enum { SHARERS = 3, STACK = 1 << 16 };

static int wait_a_while(void* unused) {
  (void)unused;
  usleep(700000);
  _exit(0);
}

static void share(int flags) {
  for (int i = 0; i < SHARERS; ++i) {
    char* stack = malloc(STACK);
    if (stack == NULL || clone(wait_a_while, stack + STACK, CLONE_VM | SIGCHLD | flags, NULL) < 0) _exit(3);
  }
}

static int leave_orphans(void* unused) {
  (void)unused;
  share(0);
  _exit(0);
}

int main(void) {
  const size_t size = 30 << 20;
  char* memory = malloc(size);
  char* stack = malloc(STACK);
  if (memory == NULL || stack == NULL) return 4;
  memset(memory, 1, size);
  share(CLONE_PARENT);
  const pid_t child = clone(leave_orphans, stack + STACK, CLONE_VM | SIGCHLD, NULL);
  if (child < 0 || waitpid(child, NULL, 0) != child) return 5;
  usleep(900000);
  say("shared\n");
  return 0;
}
