/* What a submission has in it that might meddle with the tests. */
#ifndef PROCTOR_SUBMISSION_H
#define PROCTOR_SUBMISSION_H

#include <dirent.h>
#include <regex.h>

#include "harmless.h"
#include "words.h"

struct submission {
  int has_framework; /* the exercise's own Unity, which needn't be looked at */
  int suspicious;    /* so that the tests have to be looked at as they are preprocessed (guard.awk) */
};

/* Names of the tests' macros, keywords as macros, directives written so that a pattern wouldn't see them,
 * headers that aren't plain .h files beside the tests (anything else by its path); or what changes how the
 * tests are compiled. Nearly no solution has any of it. */
static const char suspicious_words[] =
    "Unity|UNITY|TEST_|jmp|setUp|tearDown|##|%:|\\?\\?=|_Pragma|_macro|asm|extname|weak|attribute|oreturn"
    "|pragma[[:space:]]+GCC[[:space:]]+[^d]|__builtin_"
    "|#[[:space:]]*(line|import|embed|[0-9]|/)|#[[:space:]a-z]*\\\\|define[[:space:]]*/"
    "|define[[:space:]]*(test_|(if|else|for|while|do|return|switch|case|goto|break|continue|sizeof|main)([^A-"
    "Za-z0-9_]|$))"
    "|include[[:space:]]*(\"[A-Za-z0-9_-]*([^A-Za-z0-9_.\"-]|\\.[^h]|\\.h[^\"]|\")|<[./]|[^\"<[:space:]])";

/* Macros of headers, and those that are plain numbers or texts, or names alone (so that a header counts
 * once). */
static const char any_macro[] = "^[[:space:]]*define|#[[:space:]]*(define|undef)";
static const char plain_macro[] =
    "^[[:space:]]*#[[:space:]]*define[[:space:]]+[A-Z0-9_]+([[:space:]]+\\(?-?([0-9][0-9A-Za-z.]*|\"[^\"\\]*"
    "\")\\)?)?"
    "[[:space:]]*(//.*|/\\*[^*]*\\*/[[:space:]]*)?$";

/* Names that the system's headers have for numbers. */
static const char system_macro[] =
    "define[[:space:]]+(E[A-Z0-9]+|EXIT_[A-Z]+|[A-Z0-9_]+_(MAX|MIN)|NAN|INFINITY|HUGE_VAL)[^A-Za-z0-9_]";

/* Functions of the library's by which tests compare, which a header may have for itself. */
static const char library_word[] =
    "(^|[^A-Za-z0-9_])(mem(cmp|cpy|set|move)|str(n|case|ncase)?cmp|str(n?len|n?cpy|str|r?chr)|v?sn?printf"
    "|(f|l|ll)?abs[fl]?)([^A-Za-z0-9_]|$)";

static regex_t compiled(const char* pattern, int flags) {
  regex_t expression;
  if (regcomp(&expression, pattern, REG_EXTENDED | flags) != 0) fail("The pattern %s is none.", pattern);
  return expression;
}

static int found(const regex_t* expression, const char* text) {
  return regexec(expression, text, 0, NULL, 0) == 0;
}

struct patterns {
  int compiled; /* hardly ever */
  regex_t suspicious;
  regex_t any_macro;
  regex_t plain_macro;
  regex_t system_macro;
  regex_t library_word;
};

static void compile_patterns(struct patterns* patterns) {
  patterns->suspicious = compiled(suspicious_words, REG_NOSUB);
  patterns->any_macro = compiled(any_macro, REG_NOSUB);
  patterns->plain_macro = compiled(plain_macro, REG_NOSUB);
  patterns->system_macro = compiled(system_macro, REG_NOSUB);
  patterns->library_word = compiled(library_word, REG_NOSUB);
  patterns->compiled = 1;
}

static int looks_suspicious(struct patterns* patterns, const char* path, int is_header) {
  struct text text = {NULL, 0};
  struct words lines;
  size_t i;
  if (!read_file(path, &text) || strlen(text.bytes) != text.size) return 1;
  lines = split(text.bytes, "\n");
  for (i = 0; i < lines.count; i++) {
    const char* line = lines.items[i];
    if (is_header && may_declare_booleans(line)) return 1;
    if (is_harmless(line, is_header)) continue;
    if (!patterns->compiled) compile_patterns(patterns);
    if (found(&patterns->suspicious, line)) return 1;
    if (is_header && found(&patterns->library_word, line)) return 1;
    if (is_header && found(&patterns->any_macro, line) &&
        (!found(&patterns->plain_macro, line) || found(&patterns->system_macro, line)))
      return 1;
  }
  return 0;
}

static void remove_tree(const char* path) {
  struct stat status;
  if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
    struct dirent* entry;
    DIR* directory = opendir(path);
    while (directory != NULL && (entry = readdir(directory)) != NULL)
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
        remove_tree(joined("%s/%s", path, entry->d_name));
    if (directory != NULL) closedir(directory);
  }
  if (remove(path) != 0) fail("%s can't be removed: %s", path, strerror(errno));
}

/* Looks at all below a directory ("" is the submission itself); `read` says whether files' contents matter
 * here. */
static void look_below(struct submission* submission, struct patterns* patterns, const struct words* tests,
                       const char* below, int read) {
  struct dirent* entry;
  DIR* directory = opendir(*below != '\0' ? below : ".");
  if (directory == NULL) {
    submission->suspicious = 1;
    return;
  }
  while ((entry = readdir(directory)) != NULL) {
    const char* name = entry->d_name;
    const char* path = *below != '\0' ? joined("%s/%s", below, name) : joined("%s", name);
    struct stat status;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    /* A precompiled header that a submission brings along would stand for one that is read and checked. */
    if (ends_with(name, ".gch")) {
      remove_tree(path);
      continue;
    }
    if (lstat(path, &status) != 0) {
      submission->suspicious = 1;
    } else if (S_ISDIR(status.st_mode)) {
      int matters = *below != '\0' || (strcmp(name, ".meta") != 0 && strcmp(name, ".docs") != 0 &&
                                       strcmp(name, ".exercism") != 0 &&
                                       !(submission->has_framework && strcmp(name, "test-framework") == 0));
      look_below(submission, patterns, tests, path, read && matters);
    } else if (!S_ISREG(status.st_mode)) {
      submission->suspicious = 1; /* a file that isn't there under its own name is none that is read here */
    } else if (read && !submission->suspicious && !contains(tests, path) && !ends_with(name, ".md") &&
               !ends_with(name, ".json") && !(*below == '\0' && strcmp(name, "makefile") == 0)) {
      submission->suspicious = looks_suspicious(patterns, path, ends_with(name, ".h"));
    }
  }
  closedir(directory);
}

/* Looks at the submission in the working directory; `tests` are its test files, from there. */
static struct submission look_at_submission(const struct words* tests) {
  struct submission submission = {0, 0};
  struct patterns patterns;
  patterns.compiled = 0;
  submission.has_framework = exists("test-framework/unity.c");
  look_below(&submission, &patterns, tests, "", 1);
  return submission;
}

#endif
