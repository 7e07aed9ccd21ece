/* Mistakes with memory that a test would else not see, or see in one run and not in the next. */
#ifndef PROCTOR_MISTAKES_H
#define PROCTOR_MISTAKES_H

#include <stddef.h>

/* Under these names only the C library has them. */
extern void* library_malloc(size_t) __asm__("__libc_malloc") __attribute__((weak));
extern void library_free(void*) __asm__("__libc_free") __attribute__((weak));

enum { PROBE_SIZE = 1 << 16, PAINTED_STACK = 1 << 13 };

/* What was written behind the end of allocated memory ends the program as soon as the C library allocates
 * from what comes behind it. By itself it does when Unity's first line is printed; that one's buffer is there
 * from the beginning here. So it's asked after every test, for more than it has at hand. */
static void probe_heap(void) {
  if (library_malloc != NULL && library_free != NULL) library_free(library_malloc(PROBE_SIZE));
}

/* What a solution forgot to set is the same in every run then, and hardly what is expected: else it's what
 * other functions have left there, which is often zero. */
static __attribute__((noinline)) void paint_stack(void) {
  volatile unsigned long area[PAINTED_STACK / sizeof(unsigned long)];
  unsigned long i;
  for (i = 0; i < sizeof area / sizeof *area; i++) area[i] = 0xa5a5a5a5a5a5a5a5UL;
}

#endif
