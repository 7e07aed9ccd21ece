/* What Unity says of a test, `file:line:name:PASS`, found in what it wrote meanwhile. */
#ifndef PROCTOR_VERDICT_H
#define PROCTOR_VERDICT_H

#include "system.h"

/* Behind the name at the beginning of the text, as Unity writes it: its bytes that aren't ASCII as \xNN. */
static const char* after_name(const char* text, const char* name) {
  static const char hex[] = "0123456789ABCDEF";
  for (; *name != '\0'; name++) {
    unsigned char c = (unsigned char)*name;
    if (*text == *name) {
      text++;
      continue;
    }
    if (c < 0x7f || text[0] != '\\' || text[1] != 'x' || text[2] != hex[c >> 4] || text[3] != hex[c & 15])
      return NULL;
    text += 4;
  }
  return *text == ':' ? text + 1 : NULL;
}

/* Behind a colour, which verdicts may have. (Unity's colours aren't taken out of it instead: the exercises'
 * Unity, 2.5.2, doesn't compile without.) */
static const char* after_colour(const char* text) {
  const char* p = text;
  if (*p++ != '\033' || *p++ != '[') return text;
  while (*p >= '0' && *p <= '9') p++;
  return *p == 'm' ? p + 1 : text;
}

/* Where a line of Unity's begins with the word, behind `file:line:name:`; null if it doesn't. */
static const char* verdict_in(const char* line, const char* name, long* at) {
  for (; *line != '\0' && *line != '\n'; line++) {
    const char* p = line + 1;
    long number_before = 0;
    if (*line != ':') continue;
    while (*p >= '0' && *p <= '9') number_before = number_before * 10 + (*p++ - '0');
    if (p == line + 1 || *p != ':') continue;
    p = after_name(p + 1, name);
    if (p == NULL) continue;
    p = after_colour(p);
    if (text_begins(p, "PASS") || text_begins(p, "FAIL") || text_begins(p, "IGNORE")) {
      *at = number_before;
      return p;
    }
  }
  return NULL;
}

/* Cuts what Unity wrote during the test of this name, a text, into verdicts and the rest; the rest, which are
 * the messages of tests, is output as any other. The worst of the verdicts counts; null if there is none. */
static const char* read_verdict(char* at, const char* name, long* line) {
  const char* found = NULL;
  while (*at != '\0') {
    long here = 0;
    char* end = at;
    const char* verdict = verdict_in(at, name, &here);
    while (*end != '\0' && *end != '\n') end++;
    if (verdict != NULL && (found == NULL || *found != 'F')) {
      found = verdict;
      *line = here;
    } else if (verdict == NULL && end > at) {
      write_all(1, at, (size_t)(end - at) + (*end == '\n'));
    }
    if (*end == '\0') break;
    *end = '\0';
    at = end + 1;
  }
  return found;
}

/* The words behind a verdict. */
static const char* words_of(const char* verdict) {
  while (*verdict >= 'A' && *verdict <= 'Z') verdict++;
  verdict = after_colour(verdict);
  while (*verdict == ':' || *verdict == ' ') verdict++;
  return verdict;
}

#endif
