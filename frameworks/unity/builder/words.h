/* Lists of words, texts of files and how they are put together: what C lacks and the builder needs. Memory is
 * never given back, for each of these processes lives for milliseconds. */
#ifndef PROCTOR_WORDS_H
#define PROCTOR_WORDS_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* `items` ends with a null, as the arguments of a program do. */
struct words {
  char** items;
  size_t count;
  size_t room;
};

struct text {
  char* bytes; /* a zero stands behind them */
  size_t size;
};

__attribute__((noreturn, format(printf, 1, 2))) static void fail(const char* format, ...) {
  va_list values;
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
  exit(1);
}

static void* grown(void* old, size_t size) {
  void* memory = realloc(old, size);
  if (memory == NULL) fail("There is no memory left to build the tests with.");
  return memory;
}

__attribute__((format(printf, 1, 2))) static char* joined(const char* format, ...) {
  char* text = NULL;
  int size;
  va_list values;
  va_start(values, format);
  size = vasprintf(&text, format, values);
  va_end(values);
  if (size < 0) fail("There is no memory left to build the tests with.");
  return text;
}

static void add(struct words* list, const char* word) {
  if (list->count + 2 > list->room) {
    list->room = list->room * 2 + 16;
    list->items = grown(list->items, list->room * sizeof *list->items);
  }
  list->items[list->count++] = (char*)(size_t)word;
  list->items[list->count] = NULL;
}

static void add_all(struct words* list, const struct words* more) {
  size_t i;
  for (i = 0; i < more->count; i++) add(list, more->items[i]);
}

/* The lines or blank-separated words of a text. */
static struct words split(const char* text, const char* separators) {
  struct words list = {NULL, 0, 0};
  char* copy = joined("%s", text);
  char* rest = NULL;
  char* word;
  for (word = strtok_r(copy, separators, &rest); word != NULL; word = strtok_r(NULL, separators, &rest))
    add(&list, word);
  return list;
}

static int contains(const struct words* list, const char* word) {
  size_t i;
  for (i = 0; i < list->count; i++)
    if (strcmp(list->items[i], word) == 0) return 1;
  return 0;
}

static int begins_with(const char* text, const char* start) {
  return strncmp(text, start, strlen(start)) == 0;
}

static int ends_with(const char* text, const char* end) {
  size_t size = strlen(text);
  size_t end_size = strlen(end);
  return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

static const char* base_name(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static const char* variable(const char* name) {
  const char* value = getenv(name);
  return value != NULL ? value : "";
}

static int exists(const char* path) {
  struct stat status;
  return stat(path, &status) == 0;
}

/* Adds what a descriptor gives until its end; 0 if it can't be read. Memory costs by the page that is
 * touched, so there is no more of it than is `expected`. */
static int read_all(int fd, struct text* text, size_t expected) {
  size_t room = text->size + expected + 1;
  text->bytes = grown(text->bytes, room + 1);
  for (;;) {
    ssize_t got;
    if (room == text->size) {
      room = text->size * 2 + 4096;
      text->bytes = grown(text->bytes, room + 1);
    }
    got = read(fd, text->bytes + text->size, room - text->size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      text->bytes[text->size] = '\0';
      return got == 0;
    }
    text->size += (size_t)got;
  }
}

/* Adds a file to a text; 0 if it can't be read. (Not a pipe: nobody may be at its other end.) */
static int read_file(const char* path, struct text* text) {
  struct stat status;
  int whole;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return 0;
  whole = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && read_all(fd, text, (size_t)status.st_size);
  close(fd);
  return whole;
}

static void add_bytes(struct text* text, const char* more, size_t size) {
  text->bytes = grown(text->bytes, text->size + size + 1);
  memcpy(text->bytes + text->size, more, size);
  text->size += size;
  text->bytes[text->size] = '\0';
}

static void add_text(struct text* text, const char* more) {
  add_bytes(text, more, strlen(more));
}

/* Writes a whole file, or ends the build. */
static void write_file(const char* path, const char* bytes, size_t size, mode_t mode) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  while (fd >= 0 && size > 0) {
    ssize_t done = write(fd, bytes, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) break;
    bytes += done;
    size -= (size_t)done;
  }
  if (fd < 0 || size > 0) fail("%s can't be written: %s", path, strerror(errno));
  close(fd);
}

/* A file as it is, to be read only; no zero stands behind it. 0 if it can't be read. */
static int map_file(const char* path, struct text* text) {
  struct stat status;
  void* bytes = MAP_FAILED;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return 0;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
    bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
  close(fd);
  if (bytes == MAP_FAILED) return 0;
  text->bytes = bytes;
  text->size = (size_t)status.st_size;
  return 1;
}

static void copy_file(const char* from, const char* to) {
  struct text text = {NULL, 0};
  if (!map_file(from, &text) && !read_file(from, &text)) fail("%s can't be read: %s", from, strerror(errno));
  write_file(to, text.bytes, text.size, 0644);
}

#endif
