/* The compilers' names, under which this program stands in front of them, and makefiles that name them by
 * their paths. */
#ifndef PROCTOR_NAMES_H
#define PROCTOR_NAMES_H

#include <dirent.h>

#include "call.h"
#include "words.h"

static const char* const compilers[] = {"cc", "gcc", "clang"};
static const char* const directories[] = {"/usr/bin/", "/usr/local/bin/", "/bin/"};

/* gcc-12, clang-14 */
static int has_version(const char* name) {
  const char* version = strrchr(name, '-');
  if (!begins_with(name, "gcc-") && !begins_with(name, "clang-")) return 0;
  return strchr(name, '-') == version && version[1] != '\0' &&
         version[1 + strspn(version + 1, "0123456789.")] == '\0';
}

static int is_compiler(const char* name) {
  size_t i;
  for (i = 0; i < sizeof compilers / sizeof *compilers; i++)
    if (strcmp(name, compilers[i]) == 0) return 1;
  return has_version(name);
}

static void put_shim(const char* self, const char* name) {
  const char* shim = joined("%s/%s", work("bin"), name);
  unlink(shim);
  if (symlink(self, shim) != 0) fail("%s can't be made: %s", shim, strerror(errno));
}

/* Where compilers are found from now on: the usual ones, and those of a version that are there. */
static void put_shims(const char* self) {
  size_t i;
  if (mkdir(work("bin"), 0755) != 0 && errno != EEXIST)
    fail("%s can't be made: %s", work("bin"), strerror(errno));
  for (i = 0; i < sizeof compilers / sizeof *compilers; i++) put_shim(self, compilers[i]);
  for (i = 0; i < 2; i++) {
    DIR* directory = opendir(directories[i]);
    struct dirent* entry;
    if (directory == NULL) continue;
    while ((entry = readdir(directory)) != NULL)
      if (has_version(entry->d_name)) put_shim(self, entry->d_name);
    closedir(directory);
  }
}

/* How long the directory in front of a compiler's name is; 0 if there is none. */
static size_t directory_of_compiler(const char* word) {
  size_t i;
  for (i = 0; i < sizeof directories / sizeof *directories; i++) {
    const size_t size = strlen(directories[i]);
    if (begins_with(word, directories[i]) &&
        is_compiler(joined("%.*s", (int)strcspn(word + size, " \t\r\n"), word + size)))
      return size;
  }
  return 0;
}

/* Takes the directories away where a makefile says `CC = /usr/bin/gcc` or begins a command by that: found by
 * its path, the compiler would build tests that nobody hears of. */
static void leave_to_path(const char* makefile) {
  struct text text = {NULL, 0};
  struct text plain = {NULL, 0};
  const char* line;
  const char* next;
  if (!read_file(makefile, &text) || strlen(text.bytes) != text.size) return;
  for (line = text.bytes; *line != '\0'; line = next) {
    const size_t size = strcspn(line, "\n");
    const char* end = memchr(line, '=', size);
    const char* word = *line == '\t' ? line : end != NULL ? end + 1 : line + size;
    size_t directory;
    next = line + size + (line[size] == '\n');
    word += strspn(word, *line == '\t' ? "\t @+-" : " \t");
    directory = directory_of_compiler(word);
    add_bytes(&plain, line, (size_t)(word - line));
    add_bytes(&plain, word + directory, (size_t)(next - word) - directory);
  }
  if (plain.size != text.size && unlink(makefile) == 0) write_file(makefile, plain.bytes, plain.size, 0644);
}

#endif
