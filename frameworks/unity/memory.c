/* Is loaded into the compiler (LD_PRELOAD) and gets it at once the memory that it's going to touch. Page by
 * page, as it comes to each, that takes a third of its time for an exercise where a page fault is dear: on
 * virtual machines. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum {
  HEAP = 1600 << 10, /* what a small source needs */
  LARGE = 1 << 20    /* the compiler's own heap comes in parts of 2 MiB */
};

__attribute__((constructor)) static void fill_heap(void) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void* some;
  uintptr_t begin;
  mallopt(M_TOP_PAD, HEAP);
  some = malloc(64);
  begin = ((uintptr_t)some + page - 1) / page * page;
  /* Where the kernel doesn't know this, all is as it would be. */
  if (some != NULL && (uintptr_t)sbrk(0) > begin)
    madvise((void*)begin, (uintptr_t)sbrk(0) - begin, MADV_POPULATE_WRITE);
}

/* In the place of the C library's. */
void* mmap(void* place, size_t size, int protection, int flags, int file, off_t offset) {
  const int large = file < 0 && size >= LARGE;
  void* memory;
  /* Of a file, that is a precompiled header, into most of which it writes. */
  if ((protection & PROT_WRITE) != 0 && !large) flags |= MAP_POPULATE;
  memory = (void*)syscall(SYS_mmap, place, size, protection, flags, file, offset);
  if (large && memory != MAP_FAILED) madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

void* mmap64(void* place, size_t size, int protection, int flags, int file, off_t offset)
    __attribute__((alias("mmap")));
