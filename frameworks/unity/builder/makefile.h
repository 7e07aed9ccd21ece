/* The makefile of the track's exercises, as far as it says what is compiled. Where a submission's is that
 * one, make itself, two shells, `echo` and one more start of the builder aren't needed: a third of a build's
 * programs. */
#ifndef PROCTOR_MAKEFILE_H
#define PROCTOR_MAKEFILE_H

#include <dirent.h>

#include "call.h"
#include "words.h"

/* What it has compiled. */
struct recipe {
  struct words words; /* behind the compiler's name */
  const char* compiler;
  int line; /* of the makefile, which make names when that fails */
};

/* Lines of the exercises' makefiles, and the one that each must follow. With settings of plain words and
 * comments, these are all that is read here; anything else is left to make. */
static const char* const makefile_lines[][2] = {
    {"test: tests.out", NULL},
    {"\t@./tests.out", "test: tests.out"},
    {"memcheck: ./*.c ./*.h", NULL},
    {"\t@echo Compiling $@", "memcheck: ./*.c ./*.h"},
    {"\t@$(CC) $(ASANFLAGS) $(CFLAGS) test-framework/unity.c ./*.c -o memcheck.out $(LIBS)",
     "\t@echo Compiling $@"},
    {"\t@./memcheck.out",
     "\t@$(CC) $(ASANFLAGS) $(CFLAGS) test-framework/unity.c ./*.c -o memcheck.out $(LIBS)"},
    {"\t@echo \"Memory check passed\"", "\t@./memcheck.out"},
    {"clean:", NULL},
    {"\trm -rf *.o *.out *.out.dSYM", "clean:"},
    {"tests.out: ./*.c ./*.h", NULL},
    {"\t@echo Compiling $@", "tests.out: ./*.c ./*.h"},
    {"\t@$(CC) $(CFLAGS) test-framework/unity.c ./*.c -o tests.out $(LIBS)", "\t@echo Compiling $@"},
};
static const char building_line[] = "\t@$(CC) $(CFLAGS) test-framework/unity.c ./*.c -o tests.out $(LIBS)";

static int is_known_line(const char* line, const char* before) {
  size_t i;
  if (begins_with(line, ".PHONY: ")) return is_one_of(line + 8, "test memcheck clean");
  for (i = 0; i < sizeof makefile_lines / sizeof *makefile_lines; i++)
    if (strcmp(line, makefile_lines[i][0]) == 0 &&
        (makefile_lines[i][1] == NULL || strcmp(before, makefile_lines[i][1]) == 0))
      return 1;
  return 0;
}

/* Reads `NAME = VALUE` or `NAME += VALUE`, a value of plain words alone. */
static int is_setting(const char* line, const char* name, struct words* value) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_=-. ";
  const size_t size = strlen(name);
  struct words more;
  int adds;
  if (!begins_with(line, name)) return 0;
  line += size;
  while (*line == ' ') line++;
  adds = *line == '+';
  line += adds;
  if (*line != '=' || line[1 + strspn(line + 1, plain)] != '\0') return 0;
  more = split(line + 1, " ");
  if (!adds) value->count = 0;
  add_all(value, &more);
  return 1;
}

static int by_name(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

/* The sources as the makefile's pattern gives them; 0 if there is anything by which make might find out that
 * it has to make a file first: it knows how to from files of many names. */
static int plain_sources(struct words* sources) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  DIR* directory = opendir(".");
  struct dirent* entry;
  int headers = 0;
  if (directory == NULL) return 0;
  while ((entry = readdir(directory)) != NULL) {
    const char* name = entry->d_name;
    const char* end = name + strspn(name, plain);
    if (is_one_of(name, ". .. .meta .docs .exercism test-framework makefile")) continue;
    if (end == name || is_one_of(name, "makefile.c makefile.h")) break;
    if (strcmp(end, ".h") == 0)
      headers++;
    else if (strcmp(end, ".c") == 0)
      add(sources, joined("./%s", name));
    else if (!is_one_of(end, ".md .json"))
      break;
  }
  closedir(directory);
  if (entry != NULL || headers == 0 || sources->count == 0) return 0;
  qsort(sources->items, sources->count, sizeof *sources->items, by_name);
  return 1;
}

/* Whether that is the exercises' makefile, and what has to be done then. */
static int known_recipe(const char* makefile, struct recipe* recipe) {
  struct text text = {NULL, 0};
  struct words flags = {NULL, 0, 0};
  struct words asan = {NULL, 0, 0};
  struct words libraries = {NULL, 0, 0};
  struct words sources = {NULL, 0, 0};
  const char* before = "";
  const char* first = NULL;
  const char* target = "";
  int targets = 0; /* a second rule for the program would take the place of the first */
  char* line;
  char* next;
  int number = 0;
  recipe->line = 0;
  /* make would take them. */
  if (*variable("CC") != '\0' || *variable("CFLAGS") != '\0' || *variable("LIBS") != '\0' ||
      *variable("MAKEFLAGS") != '\0')
    return 0;
  if (!exists("test-framework/unity.c") || !read_file(makefile, &text) || strlen(text.bytes) != text.size)
    return 0;
  for (line = text.bytes; line != NULL && *line != '\0'; line = next) {
    next = strchr(line, '\n');
    if (next != NULL) *next++ = '\0';
    number++;
    /* Not within the commands of a rule, whose lines make would count otherwise. */
    if (*line == '\0' || (*line == '#' && !ends_with(line, "\\")) || is_setting(line, "CFLAGS", &flags) ||
        is_setting(line, "ASANFLAGS", &asan) || is_setting(line, "LIBS", &libraries)) {
      before = "";
      continue;
    }
    if (!is_known_line(line, before)) return 0;
    if (*line != '.' && first == NULL) first = line;
    if (*line != '\t') {
      target = line;
      targets += begins_with(line, "tests.out:");
    }
    if (strcmp(line, building_line) == 0) {
      if (!begins_with(target, "tests.out:")) return 0;
      recipe->line = number;
    }
    before = line;
  }
  if (recipe->line == 0 || targets != 1 ||
      !(begins_with(first, "test:") || begins_with(first, "tests.out:")) || !plain_sources(&sources))
    return 0;
  recipe->compiler = "cc";
  recipe->words.items = NULL;
  recipe->words.count = recipe->words.room = 0;
  add_all(&recipe->words, &flags);
  add(&recipe->words, "test-framework/unity.c");
  add_all(&recipe->words, &sources);
  add(&recipe->words, "-o");
  add(&recipe->words, "tests.out");
  add_all(&recipe->words, &libraries);
  return 1;
}

#endif
