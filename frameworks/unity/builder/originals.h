/* The tests and Unity as they were handed in: what a makefile does before it compiles isn't to change them,
 * not even for as long as that takes. */
#ifndef PROCTOR_ORIGINALS_H
#define PROCTOR_ORIGINALS_H

#include "words.h"

struct original {
  const char* path;
  int there;
  struct stat status;
};

struct originals {
  struct original* items;
  size_t count;
};

static void remember(struct originals* originals, const char* path) {
  struct original one = {path, 0, {0}};
  one.there = lstat(path, &one.status) == 0;
  originals->items = grown(originals->items, (originals->count + 1) * sizeof *originals->items);
  originals->items[originals->count++] = one;
}

static struct originals remembered(const struct words* tests) {
  static const char* const places[] = {"test-framework", "test/vendor", "vendor"};
  static const char* const names[] = {"unity.c", "unity.h", "unity_internals.h"};
  struct originals originals = {NULL, 0};
  size_t i;
  size_t n;
  for (i = 0; i < tests->count; i++) remember(&originals, tests->items[i]);
  for (i = 0; i < sizeof places / sizeof *places; i++)
    for (n = 0; n < sizeof names / sizeof *names; n++)
      remember(&originals, joined("%s/%s", places[i], names[n]));
  return originals;
}

/* The first that isn't what it was; null if all are. Whoever changes a file and puts it back changes the time
 * that only the system sets. */
static const char* first_changed(const struct originals* originals) {
  size_t i;
  for (i = 0; i < originals->count; i++) {
    const struct original* one = &originals->items[i];
    struct stat now;
    const int there = lstat(one->path, &now) == 0;
    if (there != one->there) return one->path;
    if (there && (now.st_dev != one->status.st_dev || now.st_ino != one->status.st_ino ||
                  now.st_size != one->status.st_size || now.st_ctim.tv_sec != one->status.st_ctim.tv_sec ||
                  now.st_ctim.tv_nsec != one->status.st_ctim.tv_nsec))
      return one->path;
  }
  return NULL;
}

#endif
