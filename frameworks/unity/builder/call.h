/* A call of the compiler, and what of it matters here. */
#ifndef PROCTOR_CALL_H
#define PROCTOR_CALL_H

#include "words.h"

/* One call of the compiler. */
struct call {
  const char* compiler; /* its name */
  struct words words;   /* what stands behind it */
  int only_asks;        /* it compiles nothing, or not to objects */
  int links;
  int tells_dependencies;
  const char* output;
  const char* unity;  /* its unity.c; null: it has none */
  const char* folder; /* of unity.c, ending in a slash; "" is the working directory */
  int sources;        /* others than unity.c */
};

/* Whether the next word belongs to this option. */
static int takes_value(const char* word) {
  static const char* const options[] = {"-o",  "-x",  "-include", "-I",       "-D",      "-U",
                                        "-L",  "-l",  "-T",       "-isystem", "-iquote", "-idirafter",
                                        "-MF", "-MT", "-MQ",      "-Xlinker", "-u",      "-z"};
  size_t i;
  for (i = 0; i < sizeof options / sizeof *options; i++)
    if (strcmp(word, options[i]) == 0) return 1;
  return 0;
}

static int is_one_of(const char* word, const char* list) {
  const struct words words = split(list, " ");
  return contains(&words, word);
}

/* A define in one word, which changes nothing but itself. */
static int is_define(const char* word) {
  return begins_with(word, "-D") && word[2] != '\0';
}

static int is_source(const char* word) {
  return word[0] != '-' && ends_with(word, ".c");
}

static int is_unity(const char* word) {
  return strcmp(word, "unity.c") == 0 || ends_with(word, "/unity.c");
}

/* For what is run later. */
static const char* place(const char* name) {
  return joined("%s/%s", variable("PROCTOR_PRIVATE"), name);
}

/* For what only building needs. */
static char* work(const char* name) {
  const char* directory = variable("PROCTOR_UNITY_WORK");
  return joined("%s/%s", *directory != '\0' ? directory : variable("PROCTOR_PRIVATE"), name);
}

/* In an exercise, results count only while main runs, and the reporter knows that by standing for it. */
static const char* wrapped(void) {
  return *variable("PROCTOR_SLUG") != '\0' ? "-Wl,--wrap=main" : NULL;
}

static struct call understood(const char* compiler, int count, char** arguments) {
  struct call call = {compiler, {NULL, 0, 0}, 0, 1, 0, "a.out", NULL, "", 0};
  int i;
  for (i = 0; i < count; i++) {
    const char* word = arguments[i];
    add(&call.words, word);
    if (takes_value(word)) {
      if (i + 1 == count) break;
      if (strcmp(word, "-o") == 0) call.output = arguments[i + 1];
      add(&call.words, arguments[++i]);
    } else if (begins_with(word, "-o")) {
      call.output = word + 2;
    } else if (strcmp(word, "-c") == 0) {
      call.links = 0;
    } else if (is_one_of(word, "-E -S -M -MM -fsyntax-only --version -v -###") ||
               begins_with(word, "-print") || begins_with(word, "-dump") || begins_with(word, "--help")) {
      call.only_asks = 1;
    } else if (begins_with(word, "-M")) {
      call.tells_dependencies = 1;
    } else if (is_source(word) && is_unity(word) && call.unity == NULL) {
      call.unity = word; /* the first: exercises name their own before all that is beside the tests */
    } else if (is_source(word)) {
      call.sources++;
    }
  }
  if (call.unity != NULL) call.folder = joined("%.*s", (int)(base_name(call.unity) - call.unity), call.unity);
  /* As the compiler would name it. */
  if (!call.links && call.unity != NULL && strcmp(call.output, "a.out") == 0) call.output = "unity.o";
  return call;
}

/* The words by which one source is compiled: all but those that are for linking, the source and the object.
 */
static struct words options_of_sources(const struct call* call) {
  struct words options = {NULL, 0, 0};
  int debugging = 0; /* a sanitizer names lines */
  size_t i;
  for (i = 0; i < call->words.count; i++) debugging |= begins_with(call->words.items[i], "-fsanitize");
  for (i = 0; i < call->words.count; i++) {
    const char* word = call->words.items[i];
    if (takes_value(word)) {
      const char* value = call->words.items[++i];
      if (value != NULL && is_one_of(word, "-D -U -I -isystem -iquote -idirafter -include -x")) {
        add(&options, word);
        add(&options, value);
      }
    } else if (begins_with(word, "-o") || begins_with(word, "-l") || begins_with(word, "-L") ||
               begins_with(word, "-Wl,")) {
      continue;
    } else if (is_one_of(word, "-g -g0 -g1 -g2 -g3") || begins_with(word, "-ggdb")) {
      /* What debuggers need takes a fifth of the time, and nobody debugs this program. */
      if (debugging) add(&options, word);
    } else if (word[0] == '-') {
      add(&options, word);
    }
  }
  return options;
}

#endif
