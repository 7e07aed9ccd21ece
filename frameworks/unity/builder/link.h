/* What a linker says of a program that is compiled and linked in one call. */
#ifndef PROCTOR_LINK_H
#define PROCTOR_LINK_H

#include <ctype.h>

#include "processes.h"
#include "words.h"

/* Behind the compiler's name for an object that it removes, "/ccXXXXXX.o"; null if there is none here. */
static const char* after_temporary(const char* text) {
  int i;
  if (strncmp(text, "/cc", 3) != 0) return NULL;
  for (i = 3; i < 9; i++)
    if (!isalnum((unsigned char)text[i])) return NULL;
  return strncmp(text + 9, ".o", 2) == 0 && !isalnum((unsigned char)text[11]) ? text + 11 : NULL;
}

static const char* next_temporary(const char* text) {
  for (; *text != '\0'; text++)
    if (after_temporary(text) != NULL) return text;
  return text;
}

/* The name of the object, by the first line of a source that is told of it: "sum.o" for "/a/sum.c:7". */
static const char* named_object(const char* text, const char* end) {
  const char* at;
  for (at = text; at + 3 < end; at++) {
    const char* begin = at;
    if (strncmp(at, ".c:", 3) != 0 || !isdigit((unsigned char)at[3])) continue;
    while (begin > text && strchr("/ :\n", begin[-1]) == NULL) begin--;
    return joined("%.*s.o", (int)(at - begin), begin);
  }
  return "object.o";
}

/* Names objects by their sources: the compiler's names are others each time. */
static void tell_with_plain_objects(const char* said) {
  const char* at = said;
  while (*at != '\0') {
    const char* found = next_temporary(at);
    const char* path = found; /* where it begins */
    const char* behind;
    if (*found == '\0') break;
    behind = after_temporary(found);
    while (path > at && strchr(" \n(`'\"", path[-1]) == NULL) path--;
    fwrite(at, 1, (size_t)(path - at), stderr);
    fputs(named_object(behind, next_temporary(behind)), stderr);
    at = behind;
  }
  fputs(at, stderr);
}

/* Runs a command that compiles and links; the exit code. */
static int run_linking(const struct words* command, const char* words) {
  struct text said = {NULL, 0};
  const int code = run(command, NULL, words);
  if (read_file(words, &said)) tell_with_plain_objects(said.bytes);
  return code;
}

#endif
