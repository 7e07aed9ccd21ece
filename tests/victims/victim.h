// What all victims share. Each process of a victim writes its number into a file first, so that a test can
// ask afterwards whether it is really gone.
#ifndef PROCTOR_VICTIM_H
#define PROCTOR_VICTIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static inline void record(const char* file) {
  char line[32];
  const int length = snprintf(line, sizeof line, "%d\n", (int)getpid());
  const int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0 || write(fd, line, (size_t)length) != length) _exit(99);
  close(fd);
}

static inline void say(const char* text) {
  if (write(1, text, strlen(text)) < 0) _exit(98);
}

// Not for ever: should a test fail, nothing of it stays on the machine.
static inline void sleep_long(void) {
  for (int i = 0; i < 60; ++i) sleep(1);
}

#endif
