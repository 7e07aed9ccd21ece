/* Lines of sources as nearly all are, told without a regular expression: to compile one takes longer than all
 * else that the builder does. */
#ifndef PROCTOR_HARMLESS_H
#define PROCTOR_HARMLESS_H

#include "words.h"

static int has_one_of(const char* line, const char* const* parts) {
  for (; *parts != NULL; parts++)
    if (strstr(line, *parts) != NULL) return 1;
  return 0;
}

/* `#include "name.h"`, `#include <name.h>`, `#ifndef NAME`, `#define NAME` and `#endif`, and nothing beside
 * it. */
static int is_usual_directive(const char* line) {
  static const char lower[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
  static const char upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  size_t size;
  if (strcmp(line, "#endif") == 0) return 1;
  if (begins_with(line, "#ifndef ") || begins_with(line, "#define ")) {
    size = strspn(line + 8, upper);
    return size > 0 && line[8 + size] == '\0';
  }
  if (!begins_with(line, "#include ")) return 0;
  line += 9;
  size = strspn(line + 1, lower);
  return size > 0 && (*line == '"' ? strcmp(line + 1 + size, ".h\"") == 0
                                   : *line == '<' && strcmp(line + 1 + size, ".h>") == 0);
}

/* Whether none of the patterns in submission.h matches, for sure. */
static int is_harmless(const char* line, int is_header) {
  static const char* const parts[] = {
      "Unity",  "UNITY", "TEST_",   "jmp",  "setUp",     "tearDown", "##",     "%:",         "?=", "_Pragma",
      "_macro", "asm",   "extname", "weak", "attribute", "oreturn",  "pragma", "__builtin_", NULL};
  static const char* const directives[] = {"#", "define", "include", NULL};
  static const char* const of_library[] = {"mem", "str", "printf", "abs", NULL};
  if (has_one_of(line, parts) || (is_header && has_one_of(line, of_library))) return 0;
  return !has_one_of(line, directives) || is_usual_directive(line);
}

/* Whether a header's line may declare a true or false of its own. Other than a comment's words, those are
 * followed by what may stand in a declaration, or by what may hide that. */
static int may_declare_booleans(const char* line) {
  static const char* const names[] = {"true", "false"};
  size_t i;
  for (i = 0; i < 2; i++) {
    const char* found = strstr(line, names[i]);
    for (; found != NULL; found = strstr(found + 1, names[i])) {
      const char* behind = found + strlen(names[i]);
      behind += strspn(behind, " \t\r\v\f");
      if (*behind == '\0' || strchr("=,;})[/\\?", *behind) != NULL) return 1;
    }
  }
  return 0;
}

/* Adds the functions of the library's by which tests compare that a text calls: the word, blanks and a
 * parenthesis. */
static void add_calls(struct words* called, const char* text) {
  static const char word[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  static const char comparing[] =
      "memcmp strcmp strncmp strcasecmp strncasecmp strlen strnlen strcpy strncpy strstr strchr strrchr "
      "memcpy "
      "memset memmove snprintf vsnprintf abs absf absl fabs fabsf fabsl labs labsf labsl llabs llabsf llabsl";
  const struct words known = split(comparing, " ");
  size_t i;
  while (*text != '\0') {
    const size_t size = strspn(text, word);
    const char* behind = text + size + strspn(text + size, " \t\n\v\f\r");
    for (i = 0; *behind == '(' && i < known.count; i++)
      if (strlen(known.items[i]) == size && strncmp(text, known.items[i], size) == 0)
        add(called, known.items[i]);
    text += size > 0 ? size : 1;
  }
}

#endif
