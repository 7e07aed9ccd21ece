/* What a submission's makefile may not give the compiler: by the linker, by other programs in the compiler's
 * place or by names defined anew, what the tests call would be something else than Unity. What nearly all
 * makefiles have (-D, -f, -g, -l, -m, -O, -std, -W) is let through. */
#ifndef PROCTOR_OPTIONS_H
#define PROCTOR_OPTIONS_H

#include "call.h"
#include "words.h"

static int begins_with_one_of(const char* word, const char* list) {
  const struct words words = split(list, " ");
  size_t i;
  for (i = 0; i < words.count; i++)
    if (begins_with(word, words.items[i])) return 1;
  return 0;
}

static int is_harmless_keyword(const char* word) {
  return is_one_of(word,
                   "relro norelro now lazy defs nodefs text notext noexecstack execstack separate-code "
                   "noseparate-code combreloc") ||
         begins_with(word, "stack-size=");
}

/* `-Wl,...`: the linker's options that change nothing about who defines what. */
static int is_harmless_link(const char* word) {
  static const char options[] =
      "--gc-sections --no-gc-sections --print-gc-sections --as-needed --no-as-needed --fatal-warnings "
      "--no-fatal-warnings -s -S -x --strip-all --strip-debug --discard-all --no-undefined --export-dynamic "
      "-E "
      "--start-group --end-group -( -) --print-memory-usage --print-map -M --cref --demangle --no-demangle "
      "--stats --enable-new-dtags --disable-new-dtags -Bstatic -Bdynamic --copy-dt-needed-entries "
      "--no-copy-dt-needed-entries --no-keep-memory --relax --no-relax";
  static const char beginnings[] =
      "-O --warn- --no-warn- --build-id --hash-style= --sort- -Map= --icf= --rpath= -rpath=";
  const struct words parts = split(word, ",");
  size_t i;
  for (i = 1; i < parts.count; i++) {
    const char* part = parts.items[i];
    if (strcmp(part, "-z") == 0) {
      if (++i == parts.count || !is_harmless_keyword(parts.items[i])) return 0;
    } else if (is_one_of(part, "-Map -rpath --rpath")) {
      i++;
    } else if (!is_one_of(part, options) && !begins_with_one_of(part, beginnings)) {
      return 0;
    }
  }
  return 1;
}

/* Whether a name that is defined (NAME, NAME=VALUE or NAME(...)=VALUE) is one of the tests' own. */
static int is_of_tests(const char* definition) {
  static const char others[] =
      "setUp tearDown main if else for while do return switch case break continue goto sizeof __LINE__ "
      "RUN_TEST "
      "UNITY_BEGIN UNITY_END";
  const char* name = joined("%.*s", (int)strcspn(definition, "=( "), definition);
  return begins_with_one_of(name, "Unity TEST_ UNITY_TEST_ test_") || is_one_of(name, others);
}

static int is_refused(const char* word, const char* value) {
  if (strcmp(word, "-z") == 0) return value == NULL || !is_harmless_keyword(value);
  if (strcmp(word, "-D") == 0) return value != NULL && is_of_tests(value);
  if (begins_with(word, "-D")) return is_of_tests(word + 2);
  if (strcmp(word, "-x") == 0) return value == NULL || !is_one_of(value, "c none");
  if (begins_with(word, "-x")) return !is_one_of(word + 2, "c none");
  if (begins_with(word, "-Wl,")) return !is_harmless_link(word);
  if (begins_with(word, "-Wa,")) return strcmp(word, "-Wa,--noexecstack") != 0;
  if (begins_with(word, "-Wp,")) return !begins_with_one_of(word, "-Wp,-D_ -Wp,-U_");
  if (begins_with(word, "-fuse-ld=")) return strchr(word, '/') != NULL;
  return begins_with_one_of(word,
                            "@ --define-macro -X -T -B -specs --specs -wrapper -fplugin -iplugindir -include "
                            "-imacros --include "
                            "--imacros --ld-path -nostartfiles -no-integrated-cpp --entry --for-linker "
                            "--for-assembler --preprocessor") ||
         strcmp(word, "-e") == 0;
}

/* The first of a call's words that an exercise's makefile may not have; null if there is none. */
static const char* refused_option(const struct call* call) {
  size_t i;
  for (i = 0; i < call->words.count; i++) {
    const char* word = call->words.items[i];
    const char* value = takes_value(word) && i + 1 < call->words.count ? call->words.items[++i] : NULL;
    if (is_refused(word, value)) return value != NULL ? joined("%s %s", word, value) : word;
  }
  return NULL;
}

/* Variables by which the compiler would start other programs than its own. */
static void drop_variables(void) {
  static const char* const names[] = {"COMPILER_PATH",  "GCC_EXEC_PREFIX",  "LIBRARY_PATH", "CPATH",
                                      "C_INCLUDE_PATH", "LD_PRELOAD",       "LD_AUDIT",     "LD_LIBRARY_PATH",
                                      "LDEMULATION",    "GCC_COMPARE_DEBUG"};
  size_t i;
  for (i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

#endif
