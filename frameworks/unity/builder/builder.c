/* Builds programs with Unity in them, for exercises and projects. A student waits for this, and a shell
 * script for it would start some thirty programs, about a millisecond each: so it's compiled, ahead (warm.sh)
 * or for the run (shims.sh).
 *
 *   builder exercise   builds the submission as its makefile says (makefile.h), looking at it first and at
 * the program afterwards
 *
 *   builder shims      puts itself in front of the C compilers, in $PROCTOR_PRIVATE/bin
 *
 *   builder compile COMPILER WORDS...
 *   cc | gcc | clang | gcc-12 …  (links to it) the compiler, as makefiles see it: compiler.h
 */
#include <dirent.h>
#include <sys/statvfs.h>

#include "compiler.h"
#include "makefile.h"
#include "names.h"
#include "originals.h"
#include "processes.h"
#include "program.h"
#include "submission.h"
#include "words.h"

static void make_directory(const char* path) {
  if (mkdir(path, 0755) != 0 && errno != EEXIST) fail("%s can't be made: %s", path, strerror(errno));
}

/* A sandbox has memory for files, which goes with it; files on a disk take milliseconds to be made and
 * removed. (64 MiB are far more than the objects of an exercise take; a site may have configured less.) */
static int has_memory_for_files(void) {
  enum { NEEDED = 64 << 20 };
  struct text first = {NULL, 0};
  struct statvfs space;
  return read_file("/proc/1/cmdline", &first) && strcmp(first.bytes, "/.proctor-init") == 0 &&
         statvfs("/dev/shm", &space) == 0 && space.f_bavail >= NEEDED / space.f_frsize;
}

/* What isn't needed to run the program needn't be kept for running it again. */
static void choose_work_directory(void) {
  if (has_memory_for_files()) {
    setenv("PROCTOR_UNITY_WORK", "/dev/shm/unity", 1);
  } else if (*variable("TMPDIR") != '\0') {
    setenv("PROCTOR_UNITY_WORK", joined("%s/unity", variable("TMPDIR")), 1);
  } else {
    return;
  }
  make_directory(variable("PROCTOR_UNITY_WORK"));
}

/* The names by which the tests compare, and whether one of them may leave early. */
struct use {
  struct words called;
  int leaves;
};

static struct use use_of_library(const struct words* tests) {
  static const char* const leaving[] = {"TEST_PASS",   "TEST_ABORT", "TEST_PROTECT",
                                        "TEST_IGNORE", "longjmp",    NULL};
  struct use use = {{NULL, 0, 0}, 0};
  size_t i;
  for (i = 0; i < tests->count; i++) {
    struct text text = {NULL, 0};
    if (!read_file(tests->items[i], &text)) continue;
    use.leaves |= has_one_of(text.bytes, leaving);
    add_calls(&use.called, text.bytes);
  }
  return use;
}

/* Tests that leave early of their own are rare; then such an end isn't the solution's doing. (Their markers
 * for later are gone already; what undoes or replaces these is no such end. Nor is a word in a comment.) */
static int tests_leave(const struct words* tests) {
  const char* folder = variable("PROCTOR_FOLDER");
  struct words command = {NULL, 0, 0};
  add(&command, "awk");
  add(&command, "-v");
  add(&command, "leaving=TEST_(PASS|ABORT|PROTECT|IGNORE)|longjmp");
  add(&command, "-f");
  add(&command, joined("%s/plain.awk", folder));
  add(&command, "-f");
  add(&command, joined("%s/leaving.awk", folder));
  add_all(&command, tests);
  return run(&command, NULL, NULL) == 0;
}

/* What the loader or the start of the program calls before the reporter is there could speak in its place,
 * and so could functions by which the tests compare. (Sanitizers and static programs have such functions of
 * their own.) */
static void look_at_program(const char* path, const struct words* called) {
  struct program program;
  struct text inputs = {NULL, 0};
  struct words words;
  const char* taken;
  int special = 0;
  size_t i;
  if (!read_program(path, &program)) fail("error: the program that the makefile built can't be read");
  if (!read_file(place("programs/1/inputs"), &inputs)) fail("error: how the program was built isn't known");
  words = split(inputs.bytes, "\n");
  for (i = 0; i < words.count; i++)
    special |= begins_with(words.items[i], "-fsanitize") || begins_with(words.items[i], "-static");
  if (!special && runs_early(&program))
    fail(
        "error: the solution has code that runs before the program begins (ifunc, preinit_array or the "
        "like)");
  taken = first_defined(&program, called);
  if (taken != NULL) fail("error: the solution defines '%s', by which the tests compare, anew", taken);
}

/* Does what the makefile says; the exit code. */
static int makes(const char* self, const char* makefile, const struct words* tests) {
  struct recipe recipe;
  struct originals originals;
  const char* changed;
  int code;
  struct words make = {NULL, 0, 0};
  /* Without preparation, make makes no difference. */
  if (*variable("PROCTOR_PREPARED") != '\0' && known_recipe(makefile, &recipe)) {
    code = compile(recipe.compiler, (int)recipe.words.count, recipe.words.items);
    if (code != 0) fprintf(stderr, "make: *** [%s:%d: tests.out] Error %d\n", makefile, recipe.line, code);
    return code != 0 ? 2 : 0;
  }
  put_shims(self);
  leave_to_path(makefile);
  setenv("PATH", joined("%s:%s", work("bin"), variable("PATH")), 1);
  /* -B: what a submission brings along already built isn't what it is tested by. */
  add(&make, "make");
  add(&make, "-B");
  add(&make, "--no-print-directory");
  add(&make, "-f");
  add(&make, makefile);
  originals = remembered(tests);
  code = run(&make, work("make.out"), NULL);
  changed = first_changed(&originals);
  if (changed != NULL) fail("error: the makefile changes '%s', which is the exercise's", changed);
  return code;
}

static int build_exercise(const char* self) {
  static const char* const framework[] = {"unity.c", "unity.h", "unity_internals.h"};
  static const char* const makefiles[] = {"GNUmakefile", "Makefile", "makefile"};
  const char* folder = variable("PROCTOR_FOLDER");
  const struct words tests = split(variable("PROCTOR_TESTS"), "\n");
  const char* makefile = NULL;
  struct use use;
  size_t i;
  int code;
  if (chdir(variable("PROCTOR_ROOT")) != 0)
    fail("%s can't be entered: %s", variable("PROCTOR_ROOT"), strerror(errno));
  if (!exists("test-framework/unity.c") && !exists("test/vendor/unity.c") && !exists("vendor/unity.c")) {
    make_directory("test-framework");
    for (i = 0; i < sizeof framework / sizeof *framework; i++)
      copy_file(joined("%s/test-framework/%s", folder, framework[i]),
                joined("test-framework/%s", framework[i]));
  }
  if (look_at_submission(&tests).suspicious) setenv("PROCTOR_UNITY_GUARD", "1", 1);
  use = use_of_library(&tests);
  if (use.leaves && tests_leave(&tests)) setenv("PROCTOR_UNITY_TESTS_LEAVE", "1", 1);

  choose_work_directory();
  make_directory(place("programs"));
  setenv("PROCTOR_UNITY_PATH", variable("PATH"), 1);
  setenv("LC_ALL", "C", 1); /* plain quotation marks in the compiler's words */
  /* The exercises' own is called makefile; one that make itself would prefer to it isn't theirs. */
  for (i = 0; i < sizeof makefiles / sizeof *makefiles; i++)
    if (exists(makefiles[i])) makefile = makefiles[i];
  if (makefile == NULL) {
    makefile = "makefile";
    copy_file(joined("%s/exercise.mk", folder), makefile);
  }
  code = makes(self, makefile, &tests);
  if (code != 0) return code;
  if (!exists(place("programs/1/program"))) {
    struct text said = {NULL, 0};
    if (read_file(work("make.out"), &said)) fputs(said.bytes, stdout);
    fail("The makefile didn't build a test program with Unity's unity.c in it.");
  }
  look_at_program(place("programs/1/program"), &use.called);
  return 0;
}

/* As a makefile calls the compiler. That something couldn't be compiled is noted in a project, whose makefile
 * may fail for other reasons, too. */
static int compile_for_makefile(const char* compiler, int count, char** arguments) {
  const int code = compile(compiler, count, arguments);
  if (code != 0 && wrapped() == NULL && *variable("PROCTOR_PRIVATE") != '\0')
    write_file(place("not-compiled"), "", 0, 0644);
  return code;
}

int main(int count, char** arguments) {
  const char* name = base_name(arguments[0]);
  const char* self;
  if (is_compiler(name)) return compile_for_makefile(name, count - 1, arguments + 1);
  if (count > 3 && strcmp(arguments[1], "compile") == 0)
    return compile(arguments[2], count - 3, arguments + 3);
  if (count != 2) fail("usage: builder exercise | shims | compile COMPILER WORDS...");
  self = realpath("/proc/self/exe", NULL);
  if (self == NULL) fail("/proc isn't there, by which the builder finds itself.");
  if (strcmp(arguments[1], "exercise") == 0) return build_exercise(self);
  make_directory(place("programs"));
  put_shims(self);
  return 0;
}
