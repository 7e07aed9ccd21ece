/* Is loaded into GCC (LD_PRELOAD) and gets it at once the memory that it's going to touch. Page by page, as it comes to
 * each, that takes a third of its time for an exercise, and more with a large precompiled header, where a page fault is
 * dear: on virtual machines. */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
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

/* What of it lies within whole pages. */
static void fill_pages(uintptr_t begin, uintptr_t end) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  begin = (begin + page - 1) / page * page;
  end = end / page * page;
  if (begin < end) fill((void*)begin, end - begin);
}

static void fill_heap(void) {
  void* some;
  mallopt(M_TOP_PAD, HEAP);
  some = malloc(64);
  if (some != NULL) fill_pages((uintptr_t)some, (uintptr_t)sbrk(0));
}

/* The program's own data that begins as zeros, of which it touches most. The first that is told of is the program. */
static int fill_data_of(struct dl_phdr_info* program, size_t size, void* unused) {
  size_t i;
  (void)size;
  (void)unused;
  for (i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &program->dlpi_phdr[i];
    const uintptr_t begin = program->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && (part->p_flags & PF_W) != 0)
      fill_pages(begin + part->p_filesz, begin + part->p_memsz);
  }
  return 1;
}

__attribute__((constructor)) static void fill_ahead(void) {
  if (!is_compiler()) return;
  fill_heap();
  dl_iterate_phdr(fill_data_of, NULL);
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
