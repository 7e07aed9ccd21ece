/* What Unity says of a test, `file:line:name:PASS`, found in what it wrote meanwhile. */
#ifndef PROCTOR_VERDICT_H
#define PROCTOR_VERDICT_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int text_begins(const char* text, const char* start) {
  while (*start != '\0')
    if (*text++ != *start++) return 0;
  return 1;
}

static int text_equal(const char* a, const char* b) {
  return text_begins(a, b) && text_begins(b, a);
}

static size_t text_length(const char* text) {
  size_t n = 0;
  while (text[n] != '\0') n++;
  return n;
}

static void write_all(int fd, const char* text, size_t n) {
  while (n > 0) {
    const long done = PROCTOR_CALL(write, fd, text, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    text += done;
    n -= (size_t)done;
  }
}

/* Behind the name and its colon, if the text begins so. Unity writes bytes that aren't ASCII as \xNN. */
static const char* after_name(const char* text, const char* name) {
  char escaped[8];
  for (; *name != '\0'; name++) {
    snprintf(escaped, sizeof escaped, (unsigned char)*name < 0x7f ? "%c" : "\\x%02X", (unsigned char)*name);
    if (!text_begins(text, escaped)) return NULL;
    text += text_length(escaped);
  }
  return *text == ':' ? text + 1 : NULL;
}

/* Behind a colour, which verdicts may have. (The exercises' Unity, 2.5.2, doesn't compile without.) */
static const char* after_colour(const char* text) {
  const char* p = text;
  if (!text_begins(text, "\033[")) return text;
  for (p += 2; *p >= '0' && *p <= '9'; p++) continue;
  return *p == 'm' ? p + 1 : text;
}

/* Where a line of Unity's begins with the word, behind `file:line:name:`; null if it doesn't. */
static const char* verdict_in(const char* line, const char* name, long* at) {
  for (; *line != '\0'; line++) {
    const char* p = line + 1;
    if (*line != ':') continue;
    while (*p >= '0' && *p <= '9') p++;
    if (p == line + 1 || *p != ':') continue;
    *at = atol(line + 1);
    p = after_name(p + 1, name);
    if (p == NULL) continue;
    p = after_colour(p);
    if (text_begins(p, "PASS") || text_begins(p, "FAIL") || text_begins(p, "IGNORE")) return p;
  }
  return NULL;
}

/* Cuts what Unity wrote during the test of this name, a text, into verdicts, which `said` gets as they stand, and
 * the rest; the rest, which are the messages of tests, is output as any other. The worst of the verdicts counts;
 * null if there is none. */
static const char* read_verdict(char* at, const char* name, long* line, char* said) {
  const char* found = NULL;
  *said = '\0';
  while (*at != '\0') {
    long here = 0;
    const char* verdict;
    char* end = at;
    while (*end != '\0' && *end != '\n') end++;
    const int whole = *end == '\n';
    *end = '\0';
    verdict = verdict_in(at, name, &here);
    if (verdict != NULL) said += sprintf(said, "%s\n", at);
    if (verdict != NULL && (found == NULL || *found != 'F')) {
      found = verdict;
      *line = here;
    } else if (verdict == NULL && end > at) {
      write_all(1, at, (size_t)(end - at));
      write_all(1, "\n", (size_t)whole);
    }
    at = end + whole;
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
