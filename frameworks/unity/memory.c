/* Is loaded into GCC (LD_PRELOAD) and gets it at once the memory that it's going to touch. Page by page, as it comes to
 * each, that takes a third of its time for an exercise, and more with a large precompiled header, where a page fault is
 * dear: on virtual machines. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum {
  HEAP = 1600 << 10, /* what a small source needs */
  LARGE = 1 << 20,   /* the compiler's own heap comes in parts of 2 MiB */
  HUGE = 16 << 20,   /* to read so much takes longer than to touch what is needed of it, where that is cheap */
  DEAR = 3000        /* nanoseconds for a page; without a virtual machine some 250 */
};

/* cc1, cc1plus: not the driver, the assembler and the linker. */
static int is_compiler(void) { return strncmp(program_invocation_short_name, "cc1", 3) == 0; }

static void* plain_mmap(void* place, size_t size, int protection, int flags, int file, off_t offset) {
  return (void*)syscall(SYS_mmap, place, size, protection, flags, file, offset);
}

/* Where the kernel doesn't know this, all is as it would be. */
static void fill(void* begin, size_t size) { madvise(begin, size, MADV_POPULATE_WRITE); }

__attribute__((constructor)) static void fill_heap(void) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void* some;
  uintptr_t begin;
  if (!is_compiler()) return;
  mallopt(M_TOP_PAD, HEAP);
  some = malloc(64);
  begin = ((uintptr_t)some + page - 1) / page * page;
  if (some != NULL && (uintptr_t)sbrk(0) > begin) fill((void*)begin, (uintptr_t)sbrk(0) - begin);
}

static int are_faults_dear(void) {
  enum { PAGES = 16 };
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  struct timespec begin, end;
  volatile char* some =
      plain_mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  size_t i;
  if ((void*)some == MAP_FAILED) return 0;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (i = 0; i < PAGES; i++) some[i * page] = 1;
  clock_gettime(CLOCK_MONOTONIC, &end);
  munmap((void*)some, PAGES * page);
  return (end.tv_sec - begin.tv_sec) * 1000000000L + end.tv_nsec - begin.tv_nsec > (long)PAGES * DEAR;
}

/* A precompiled header, which the compiler writes to here and there: as a copy in large pages. Null if there is none. */
static void* copy_of(void* place, size_t size, int protection, int file, off_t offset) {
  size_t done = 0;
  char* copy = plain_mmap(place, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return NULL;
  madvise(copy, size, MADV_HUGEPAGE);
  fill(copy, size);
  while (done < size) {
    const ssize_t got = pread(file, copy + done, size - done, offset + (off_t)done);
    if (got == 0 || (got < 0 && errno != EINTR)) break;
    if (got > 0) done += (size_t)got;
  }
  if (done == size) return copy;
  munmap(copy, size);
  return NULL;
}

/* In the place of the C library's. */
void* mmap(void* place, size_t size, int protection, int flags, int file, off_t offset) {
  void* memory;
  const int large = size >= LARGE && is_compiler();
  if (large && file >= 0 && (protection & PROT_WRITE) != 0 && flags == MAP_PRIVATE &&
      (size < HUGE || are_faults_dear())) {
    memory = copy_of(place, size, protection, file, offset);
    if (memory != NULL) return memory;
  }
  memory = plain_mmap(place, size, protection, flags, file, offset);
  if (large && file < 0 && memory != MAP_FAILED) madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

void* mmap64(void* place, size_t size, int protection, int flags, int file, off_t offset)
    __attribute__((alias("mmap")));
