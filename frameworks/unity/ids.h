/* What tests are called, and which of them are to run. */
#ifndef PROCTOR_IDS_H
#define PROCTOR_IDS_H

#include <regex.h>

#include "channel.h"

enum { TESTS_MAX = 4096 };

static const char* names[TESTS_MAX]; /* of the tests so far, in order */
static int tests;                    /* how many came so far */
static int stopped;                  /* by fail_fast */
static regex_t filter;
static int filtering;

/* The id of the test that comes next: its name, behind that of the program if there are several, with a
 * number where the same function is run once more. */
static void make_id(const char* name, char* id) {
  int same = 1;
  int i;
  size_t n = 0;
  char digits[12];
  int d = (int)sizeof digits;
  for (i = 0; i < tests && i < TESTS_MAX; i++) same += text_equal(names[i], name);
  if (tests < TESTS_MAX) names[tests] = name;
  tests++;
  channel_open();
  for (i = 0; channel->program != NULL && channel->program[i] != '\0' && n < NAME_SIZE / 2; i++)
    id[n++] = channel->program[i];
  channel_close();
  if (n > 0) {
    id[n++] = ':';
    id[n++] = ':';
  }
  for (; *name != '\0' && n < NAME_SIZE - 24; name++) id[n++] = *name;
  if (same > 1) {
    id[n++] = ' ';
    id[n++] = '#';
    for (; same > 0; same /= 10) digits[--d] = (char)('0' + same % 10);
    while (d < (int)sizeof digits) id[n++] = digits[d++];
  }
  id[n] = '\0';
}

static int wanted(const char* name, const char* id) {
  int yes;
  channel_open();
  yes = !stopped && !greeting_has("skip ", id) && !greeting_has("skip ", name) &&
        (!channel->only || greeting_has("only ", id) || greeting_has("only ", name));
  channel_close();
  /* Of several programs, each puts its own name before those of its tests. */
  return yes &&
         (!filtering || regexec(&filter, id, 0, NULL, 0) == 0 || regexec(&filter, name, 0, NULL, 0) == 0);
}

static void put_test(const char* name, const char* id) {
  put_name(id);
  if (!text_equal(name, id)) {
    put(",\"test\":");
    put_name(name);
  }
}

#endif
