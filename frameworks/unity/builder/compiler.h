/* The compiler, as makefiles see it: this program stands in front of the real one under its names. It does
 * three things otherwise:
 *   - in the place of the project's unity.c it compiles reporter.c, which includes it, or takes the object
 * that is prepared for this very unity.c;
 *   - sources that are given all at once are compiled at the same time;
 *   - a program with the reporter in it goes to $PROCTOR_PRIVATE/programs, and one that does nothing comes in
 * its place, so that the makefile's own `./tests.out` runs nothing. Whatever it doesn't understand it leaves
 * to the real compiler. */
#ifndef PROCTOR_COMPILER_H
#define PROCTOR_COMPILER_H

#include "call.h"
#include "link.h"
#include "options.h"
#include "processes.h"
#include "sources.h"
#include "words.h"

/* What the reporter is compiled to. */
struct reporter {
  char* object;
  char*
      unfinished; /* what is being compiled, for others may look for the object meanwhile; null: it's there */
  const char* said; /* what the compiler has to say of that */
  pid_t compiling;
};

/* What Unity with the reporter depends on, in parts. */
struct key {
  struct text* parts;
  size_t count;
};

static void add_part(struct key* key, const struct text* part) {
  key->parts = grown(key->parts, (key->count + 1) * sizeof *key->parts);
  key->parts[key->count++] = *part;
}

static void add_file(struct key* key, const char* path) {
  struct text text = {NULL, 0};
  if (map_file(path, &text)) add_part(key, &text);
}

/* The files of a directory that end in this. */
static void add_files(struct key* key, const char* directory, const char* end) {
  struct dirent** entries = NULL;
  const int count = scandir(directory, &entries, NULL, alphasort);
  int i;
  for (i = 0; i < count; i++)
    if (ends_with(entries[i]->d_name, end)) add_file(key, joined("%s/%s", directory, entries[i]->d_name));
}

/* For names of files: FNV-1a, eight bytes at a time. Whether it's the right file, its whole key says. */
static unsigned long long hashed(const struct key* key) {
  unsigned long long hash = 14695981039346656037ULL;
  size_t n;
  for (n = 0; n < key->count; n++) {
    const struct text* part = &key->parts[n];
    unsigned long long some;
    size_t i;
    for (i = 0; i < part->size; i += sizeof some) {
      const size_t left = part->size - i;
      some = 0;
      memcpy(&some, part->bytes + i, left < sizeof some ? left : sizeof some);
      hash = (hash ^ some) * 1099511628211ULL;
    }
  }
  return hash;
}

static int holds(const char* path, const struct key* expected) {
  struct text text = {NULL, 0};
  size_t at = 0;
  size_t n;
  if (!map_file(path, &text)) return 0;
  for (n = 0; n < expected->count; n++) {
    const struct text* part = &expected->parts[n];
    if (part->size > text.size - at || memcmp(text.bytes + at, part->bytes, part->size) != 0) return 0;
    at += part->size;
  }
  return at == text.size;
}

/* Unity with the reporter: the object that is prepared, or one whose compiling begins here. It depends on
 * what defines and includes say, and on nothing else. */
static struct reporter reporter_object(const struct call* call) {
  struct reporter reporter = {NULL, NULL, NULL, 0};
  struct words command = {NULL, 0, 0};
  struct key key = {NULL, 0};
  struct text said = {NULL, 0};
  const char* store = variable("PROCTOR_UNITY_STORE");
  const char* own = variable("PROCTOR_FOLDER");
  char* name;
  size_t i;
  add(&command, call->compiler);
  for (i = 0; i < call->words.count; i++) {
    const char* word = call->words.items[i];
    const char* value = takes_value(word) ? call->words.items[++i] : NULL;
    if (value != NULL ? is_one_of(word, "-D -U -I -isystem -iquote -include")
                      : begins_with(word, "-D") || begins_with(word, "-U") || begins_with(word, "-I") ||
                            begins_with(word, "-m")) {
      add(&command, word);
      if (value != NULL) add(&command, value);
    }
  }
  if (*variable("PROCTOR_UNITY_TESTS_LEAVE") != '\0') add(&command, "-DPROCTOR_TESTS_MAY_LEAVE");
  add_file(&key, call->unity);
  add_files(&key, *call->folder != '\0' ? call->folder : ".", ".h");
  for (i = 0; i < command.count; i++) add_text(&said, joined("%s\n", command.items[i]));
  add_part(&key, &said);
  name = joined("%016llx", hashed(&key));
  reporter.object = joined("%s/%s.o", variable("PROCTOR_PREPARED"), name);
  if (*variable("PROCTOR_PREPARED") != '\0' && exists(reporter.object) &&
      holds(joined("%s/%s.key", variable("PROCTOR_PREPARED"), name), &key))
    return reporter;
  reporter.object = *store != '\0' ? joined("%s/%s.o", store, name) : work(joined("%s.o", name));
  if (*store != '\0') {
    struct text whole = {NULL, 0};
    for (i = 0; i < key.count; i++) add_bytes(&whole, key.parts[i].bytes, key.parts[i].size);
    write_file(joined("%s/%s.key", store, name), whole.bytes, whole.size, 0644);
  }
  /* No sanitizer: the reporter is there before theirs is. */
  for (i = 0; i < 5; i++) {
    static const char* const options[] = {"-std=gnu11", "-O0", "-w", "-fno-builtin", "-fPIE"};
    add(&command, options[i]);
  }
  add(&command, joined("-DPROCTOR_UNITY_SOURCE=\"%s\"", realpath(call->unity, NULL)));
  add(&command, "-c");
  add(&command, joined("%s/reporter.c", own));
  add(&command, "-o");
  reporter.unfinished = joined("%s.%ld", reporter.object, (long)getpid());
  add(&command, reporter.unfinished);
  reporter.said = work(joined("%ld-reporter.words", (long)getpid()));
  reporter.compiling = start(&command, NULL, reporter.said);
  return reporter;
}

/* What is wrong with the project's unity.c, mostly by the makefile's defines, is said of that file itself: of
 * the reporter around it nobody knows. */
static void say_why(const struct call* call, const struct reporter* reporter) {
  const struct words options = options_of_sources(call);
  struct words command = {NULL, 0, 0};
  struct text said = {NULL, 0};
  add(&command, call->compiler);
  add_all(&command, &options);
  add(&command, "-c");
  add(&command, call->unity);
  add(&command, "-o");
  add(&command, reporter->unfinished);
  if (run(&command, NULL, NULL) == 0 && read_file(reporter->said, &said)) fputs(said.bytes, stderr);
}

/* Whether it came to be. */
static int is_there(const struct call* call, struct reporter* reporter) {
  if (reporter->unfinished == NULL) return 1;
  if (wait_for(reporter->compiling) != 0 || rename(reporter->unfinished, reporter->object) != 0) {
    say_why(call, reporter);
    return 0;
  }
  reporter->unfinished = NULL;
  return 1;
}

/* The file that the link names if Unity's header was taken precompiled. */
static const char* header_link(const struct call* call) {
  return joined("%sunity.h.gch", *call->folder != '\0' ? call->folder : "./");
}

/* Takes Unity's header precompiled if it's there for this Unity; the compiler sees itself whether it fits,
 * but for what changes the code that it makes (with sanitizers it crashes). */
static int takes_precompiled_header(const struct call* call, const struct reporter* reporter) {
  const char* header;
  size_t i;
  for (i = 0; i < call->words.count; i++)
    if (begins_with(call->words.items[i], "-f") || is_one_of(call->words.items[i], "-pg --coverage"))
      return 0;
  header = joined("%.*s.gch", (int)(strlen(reporter->object) - 2), reporter->object);
  return *variable("PROCTOR_PREPARED") != '\0' && exists(header) && symlink(header, header_link(call)) == 0;
}

/* A directory for one more program with the reporter in it. */
static const char* take_place(void) {
  int n = 1;
  for (;; n++) {
    char* directory = joined("%s/%d", place("programs"), n);
    if (mkdir(directory, 0755) == 0) return directory;
    if (errno != EEXIST) fail("%s can't be made: %s", directory, strerror(errno));
  }
}

/* Links as the compiler's driver would have it, if that is prepared (warm.sh) for these very words: the file
 * has a line of the words, one of what stands before the objects and one of what stands behind them. (What
 * stands in for libraries hasn't all that they have: then this fails, and the driver links.) */
static int links_directly(const struct call* call, const struct words* words, const struct words* objects,
                          const char* program) {
  static const char prepared[] = "{prepared}";
  struct text text = {NULL, 0};
  struct words lines;
  struct words command;
  struct words behind;
  struct text said = {NULL, 0};
  size_t i;
  if (wrapped() == NULL ||
      !read_file(joined("%s/link-%s", variable("PROCTOR_PREPARED"), call->compiler), &text))
    return 0;
  lines = split(text.bytes, "\n");
  add_text(&said, "");
  for (i = 0; i < words->count; i++) add_text(&said, joined(" %s", words->items[i]));
  if (lines.count != 3 || strcmp(lines.items[0], said.bytes) != 0) return 0;
  command = split(lines.items[1], " ");
  behind = split(lines.items[2], " ");
  add_all(&command, objects);
  for (i = 0; i < behind.count; i++) {
    const char* word = behind.items[i];
    add(&command, begins_with(word, prepared)
                      ? joined("%s%s", variable("PROCTOR_PREPARED"), word + sizeof prepared - 1)
                      : word);
  }
  add(&command, "-o");
  add(&command, program);
  return run(&command, NULL, "/dev/null") == 0;
}

/* Links the objects, which take the place of the sources: 1 if that went well. */
static int links(const struct call* call, const struct words* objects, const char* program) {
  struct words words = {NULL, 0, 0}; /* as they are prepared for */
  struct words command = {NULL, 0, 0};
  int sources = call->sources;
  size_t i;
  add(&command, call->compiler);
  if (wrapped() != NULL) add(&command, wrapped());
  for (i = 0; i < call->words.count; i++) {
    const char* word = call->words.items[i];
    if (begins_with(word, "-o")) {
      add(&words, "-o");
      add(&command, "-o");
      add(&command, program);
      i += strcmp(word, "-o") == 0;
    } else if (takes_value(word)) {
      add(&words, word);
      add(&command, word);
      if (i + 1 == call->words.count) break;
      add(&words, call->words.items[++i]);
      add(&command, call->words.items[i]);
    } else if (is_source(word)) {
      /* The reporter comes last, so that nothing of it is taken from elsewhere. */
      if (word != call->unity && --sources == 0) add_all(&command, objects);
    } else {
      if (!is_define(word)) add(&words, word);
      add(&command, word);
    }
  }
  if (links_directly(call, &words, objects, program)) return 1;
  /* The gold linker takes two thirds of the time; should anything be wrong, the usual one says what. */
  if (is_one_of(call->compiler, "cc gcc") && exists("/usr/bin/ld.gold")) {
    add(&command, "-fuse-ld=gold");
    add(&command, "-fno-use-linker-plugin");
  }
  if (run(&command, NULL, "/dev/null") == 0) return 1;
  unlink(program);
  return 0;
}

enum outcome { BUILT, WRONG_SOURCE, DOES_NOT_LINK };

/* Compiles all sources at the same time and links them into the directory of a program. */
static enum outcome all_at_once(const struct call* call, const char** directory) {
  struct reporter reporter = reporter_object(call);
  const int precompiled = takes_precompiled_header(call, &reporter);
  const struct words options = options_of_sources(call);
  struct words objects = {NULL, 0, 0};
  struct text said = {NULL, 0};
  const int code = compile_sources(call, &options, &objects);
  size_t n;
  if (!is_there(call, &reporter)) return WRONG_SOURCE;
  if (code != 0) {
    for (n = 0; n < objects.count; n++) read_file(object_path((int)n, "words"), &said);
    add_text(&said, "");
    /* A precompiled header shows in what the compiler says about macros of Unity's. */
    if (precompiled && code != REFUSED &&
        strstr(said.bytes, *call->folder != '\0' ? call->folder : "unity") != NULL) {
      unlink(header_link(call));
      return DOES_NOT_LINK;
    }
    fputs(said.bytes, stderr);
    return WRONG_SOURCE;
  }
  add(&objects, reporter.object);
  *directory = take_place();
  return links(call, &objects, joined("%s/program", *directory)) ? BUILT : DOES_NOT_LINK;
}

/* As the plain way does it, but for Unity; the exit code. */
static int one_by_one(const struct call* call) {
  struct words command = {NULL, 0, 0};
  struct reporter reporter = {NULL, NULL, NULL, 0};
  struct words options;
  int code = 0;
  size_t i;
  if (call->unity != NULL) {
    reporter = reporter_object(call);
    if (!is_there(call, &reporter)) return 1;
    if (!call->links) {
      copy_file(reporter.object, call->output);
      return 0;
    }
    /* A student reads what the linker says of it. */
    if (wrapped() != NULL) {
      const char* named = work("unity.o");
      unlink(named);
      if (symlink(reporter.object, named) == 0) reporter.object = (char*)(size_t)named;
    }
  }
  add(&command, call->compiler);
  for (i = 0; i < call->words.count; i++) {
    const char* word = call->words.items[i];
    add(&command, word == call->unity ? reporter.object : word);
  }
  options = options_of_sources(call);
  for (i = 0; i < call->words.count; i++)
    if (is_source(call->words.items[i]) && (!passes_guard(call, &options, call->words.items[i]) ||
                                            takes_tests(call, &options, call->words.items[i])))
      return 1;
  if (!call->links && wrapped() == NULL) return run(&command, NULL, NULL); /* who called wants to know */
  if (!call->links) become(&command);
  if (wrapped() != NULL) {
    add(&command, wrapped());
    if (call->unity != NULL) return run_linking(&command, work(joined("%ld-link.words", (long)getpid())));
    code = run(&command, NULL, "/dev/null");
    if (code == 0) return code;
    /* Without the reporter in it, nothing stands for its main. */
    command.items[--command.count] = NULL;
  }
  return run(&command, NULL, NULL);
}

/* Whether the reporter is in the program. */
static int reports(const char* path) {
  static const char words[] = "proctor reporter for Unity, inside";
  struct text text = {NULL, 0};
  return read_file(path, &text) && memmem(text.bytes, text.size, words, sizeof words - 1) != NULL;
}

/* Puts a program that reports where it's run from, and what does nothing where the makefile expects it. */
static void set_aside(const struct call* call, const char* directory) {
  static const char does_nothing[] = "#!/bin/sh\nexit 0\n";
  const char* nothing = does_nothing;
  const char* program = joined("%s/program", directory);
  char* here = getcwd(NULL, 0);
  struct text words = {NULL, 0};
  size_t i;
  if (!exists(program) && rename(call->output, program) != 0) {
    copy_file(call->output, program);
    chmod(program, 0755);
  }
  here = joined("%s\n", here != NULL ? here : "");
  add_text(&words, "");
  for (i = 0; i < call->words.count; i++) add_text(&words, joined("%s\n", call->words.items[i]));
  write_file(joined("%s/directory", directory), here, strlen(here), 0644);
  write_file(joined("%s/name", directory), joined("%s\n", call->output), strlen(call->output) + 1, 0644);
  write_file(joined("%s/inputs", directory), words.bytes, words.size, 0644);
  unlink(call->output);
  /* In a project it's run where the makefile runs it first. */
  if (wrapped() == NULL && strchr(directory, '\'') == NULL)
    nothing =
        joined("#!/bin/sh\n[ -e '%s/ran' ] || { pwd -P >'%s/ran'; cp '%s/ran' '%s/directory'; }\nexit 0\n",
               directory, directory, directory, directory);
  write_file(call->output, nothing, strlen(nothing), 0755);
}

/* The whole of it; the exit code. */
static int compile(const char* compiler, int count, char** arguments) {
  const struct call call = understood(compiler, count, arguments);
  const char* directory = NULL;
  setenv("PATH", variable("PROCTOR_UNITY_PATH"), 1);
  if (wrapped() != NULL) {
    const char* refused = refused_option(&call);
    if (refused != NULL)
      fail("error: the makefile gives the compiler '%s', which may change what the tests check", refused);
    drop_variables();
  }
  if (call.only_asks) {
    struct words command = {NULL, 0, 0};
    add(&command, compiler);
    add_all(&command, &call.words);
    become(&command);
  }
  if (call.links && call.unity != NULL && call.sources > 0 && !call.tells_dependencies) {
    const enum outcome outcome = all_at_once(&call, &directory);
    if (outcome == WRONG_SOURCE) return 1;
    /* Once more, for the linker's words: with debug information it names lines. */
    if (outcome == DOES_NOT_LINK) {
      const int code = one_by_one(&call);
      if (code != 0) return code;
      if (directory == NULL) directory = take_place();
    }
  } else {
    const int code = one_by_one(&call);
    if (code != 0) return code;
    if (call.links && reports(call.output)) directory = take_place();
  }
  if (directory != NULL) set_aside(&call, directory);
  return 0;
}

#endif
