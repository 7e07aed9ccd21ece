/* The compilers' names, under which this program stands in front of them, and makefiles that name them by
 * their paths. */
#ifndef PROCTOR_NAMES_H
#define PROCTOR_NAMES_H

#include <dirent.h>

#include "call.h"
#include "words.h"

static const char* const compilers[] = {"cc", "gcc", "clang"};
static const char* const directories[] = {"/usr/bin/", "/usr/local/bin/", "/bin/"};

/* gcc-12, clang-14, x86_64-linux-gnu-gcc, x86_64-linux-gnu-gcc-12; not c99-gcc, which is a script that calls
 * gcc. */
static int has_version_or_target(const char* name) {
  const char* part = name;
  int parts;
  for (parts = 0; part != NULL; parts++) {
    const char* rest = part + (begins_with(part, "gcc") ? 3 : begins_with(part, "clang") ? 5 : 0);
    const int has_version =
        rest[0] == '-' && rest[1] != '\0' && rest[1 + strspn(rest + 1, "0123456789.")] == '\0';
    if (rest != part && (parts != 1) && (has_version || (parts > 1 && rest[0] == '\0'))) return 1;
    part = strchr(part, '-');
    if (part != NULL) part++;
  }
  return 0;
}

static int is_compiler(const char* name) {
  size_t i;
  for (i = 0; i < sizeof compilers / sizeof *compilers; i++)
    if (strcmp(name, compilers[i]) == 0) return 1;
  return has_version_or_target(name);
}

static void put_shim(const char* self, const char* name) {
  const char* shim = joined("%s/%s", work("bin"), name);
  unlink(shim);
  if (symlink(self, shim) != 0) fail("%s can't be made: %s", shim, strerror(errno));
}

/* Where compilers are found from now on: the usual ones, and those of a version or for a target that are
 * there. */
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
      if (has_version_or_target(entry->d_name)) put_shim(self, entry->d_name);
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

/* `PATH = …`, `export PATH := …` */
static int sets_path(const char* line, size_t size) {
  const char* end = line + size;
  line += strspn(line, " ");
  if (begins_with(line, "export ")) line += 7 + strspn(line + 7, " ");
  if (!begins_with(line, "PATH")) return 0;
  line += 4;
  line += strspn(line, " \t");
  line += strspn(line, ":?+");
  return line < end && *line == '=';
}

/* Takes the directories away where a makefile says `CC = /usr/bin/gcc` or begins a command by that: found by
 * its path, the compiler would build tests that nobody hears of. Nor does a makefile's own PATH come first.
 */
static void leave_to_path(const char* makefile) {
  struct text text = {NULL, 0};
  struct text plain = {NULL, 0};
  const char* line;
  const char* next;
  int own_path = 0;
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
    own_path |= sets_path(line, size);
  }
  if (own_path) add_text(&plain, joined("\nexport PATH := %s:$(PATH)\n", work("bin")));
  if (plain.size != text.size && unlink(makefile) == 0) write_file(makefile, plain.bytes, plain.size, 0644);
}

#endif
