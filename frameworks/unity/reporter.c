/* Unity with a reporter: the project's own unity.c, whose functions for running tests are replaced by ones
 * that ask and tell proctor about them. compiler.sh compiles this wherever a makefile compiles its unity.c:
 *
 *   cc ... -DPROCTOR_UNITY_SOURCE='"/path/of/the/project's/unity.c"' -c reporter.c
 *
 * Neither the tests nor the solution are compiled any differently, so their warnings are those of the plain
 * way. A verdict comes from Unity's own counters and from what Unity itself wrote. Where proctor doesn't
 * listen, Unity behaves as ever. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "client.h"
#include "verdict.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define UnityBegin UnityPlainBegin
#define UnityEnd UnityPlainEnd
#define UnityDefaultTestRun UnityPlainTestRun
#define UnityConcludeTest UnityPlainConcludeTest
#undef UNITY_OUTPUT_CHAR
#undef UNITY_OUTPUT_CHAR_HEADER_DECLARATION
#define UNITY_OUTPUT_CHAR(c) proctor_unity_wrote(c)
void proctor_unity_wrote(int c);
#include PROCTOR_UNITY_SOURCE
#undef UnityBegin
#undef UnityEnd
#undef UnityDefaultTestRun
#undef UnityConcludeTest

typedef __typeof__(Unity.TestFailures) unity_counter; /* each version of Unity has its own name for it */

/* By this, compiler.sh knows a program that reports. */
__attribute__((used)) static const char inside[] = "proctor reporter for Unity, inside";

enum {
  WRITTEN_SIZE = 1 << 15,
  NAME_SIZE = 1 << 10,
  WAIT_FOR_PLAN = 2,
  TESTS_MAX = 4096,
  PROBE_SIZE = 1 << 16,
  PAINTED_STACK = 1 << 13
};

static char written[WRITTEN_SIZE]; /* what Unity wrote since the last test ended */
static size_t written_size;
static int too_much_written;         /* so that what Unity said last isn't known */
static const char* names[TESTS_MAX]; /* of the tests so far, in order */
static int tests;                    /* how many came so far */
static int testing;                  /* a test is under way */
static int over;                     /* Unity has said its last words */
static int planning;                 /* a child that only lists the tests: where it writes them */
static double begun;
static int exercise;
static const char* program = ""; /* its name, if the project has several */
static const char* state;        /* a directory for what project.sh is to know */
static int copies[2];            /* standard output and error as they were when the program began */
static UnityTestFunction function;

void proctor_unity_wrote(int c) {
  if (!proctor_speaks())
    (void)putchar(c);
  else if (written_size < WRITTEN_SIZE - 1)
    written[written_size++] = (char)c;
  else
    too_much_written = 1;
}

static double milliseconds(void) {
  struct timespec now = {0, 0};
  PROCTOR_CALL(clock_gettime, CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1000000;
}

/* Before the tests' own code, behind the client's connection. */
__attribute__((constructor(102))) static void prepare(void) {
  int i;
  if (!proctor_speaks()) return;
  exercise = getenv("PROCTOR_UNITY_EXERCISE") != NULL;
  program = getenv("PROCTOR_UNITY_PROGRAM") != NULL ? getenv("PROCTOR_UNITY_PROGRAM") : "";
  state = getenv("PROCTOR_UNITY_STATE");
  for (i = 0; i < 2; i++) copies[i] = (int)PROCTOR_CALL(fcntl, i + 1, F_DUPFD_CLOEXEC, 700);
  /* What a test has printed is there, also if it crashes. */
  setvbuf(stdout, NULL, _IONBF, 0);
}

/* Makes an empty file for project.sh. */
static void note(const char* name) {
  char path[4096];
  long file;
  if (state == NULL) return;
  snprintf(path, sizeof path, "%s/%s", state, name);
  file = PROCTOR_CALL(openat, AT_FDCWD, path, O_WRONLY | O_CREAT, 0600);
  PROCTOR_CALL(close, file);
}

/* The id of the test that comes next: its name, behind that of the program if there are several, with a
 * number where the same function is run once more. */
static void make_id(const char* name, char* id) {
  int same = 1;
  int size;
  int i;
  for (i = 0; i < tests && i < TESTS_MAX; i++) same += text_equal(names[i], name);
  if (tests < TESTS_MAX) names[tests] = name;
  tests++;
  size = snprintf(id, NAME_SIZE - 16, "%s%s%s", program, *program != '\0' ? "::" : "", name);
  if (same > 1 && size < NAME_SIZE - 16) snprintf(id + size, 16, " #%d", same);
}

/* In a project also the test file as the compiler named it, and the line where the test is run; where a
 * submission's tests are, proctor knows. */
static void put_test(const char* name, const char* id, long line) {
  proctor_text("id", id);
  if (*program != '\0') proctor_text("name", id + text_length(program) + 2);
  if (!text_equal(name, id)) proctor_text("test", name);
  if (exercise || Unity.TestFile == NULL) return;
  proctor_text("file", Unity.TestFile);
  if (line > 0) proctor_number("line", (double)line);
}

/* Lists the tests: a child goes through main without running any, and what it prints is dropped. It writes
 * the event, and the program itself tells it. */
static void plan(void) {
  const struct itimerval limit = {{0, 0}, {WAIT_FOR_PLAN, 0}};
  int ends[2];
  long got = 1;
  long nothing;
  pid_t child;
  if (PROCTOR_CALL(pipe2, ends, O_CLOEXEC) != 0) return;
  proctor_begin("plan");
  proctor_put(",\"tests\":[");
  child = (pid_t)PROCTOR_CALL(clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    nothing = PROCTOR_CALL(openat, AT_FDCWD, "/dev/null", O_RDWR);
    PROCTOR_CALL(dup3, nothing, 1, 0);
    PROCTOR_CALL(dup3, nothing, 2, 0);
    PROCTOR_CALL(setitimer, ITIMER_REAL, &limit, NULL);
    planning = ends[1];
    return;
  }
  PROCTOR_CALL(close, ends[1]);
  for (proctor_size = 0; got > 0 || (got < 0 && errno == EINTR); proctor_size += got > 0 ? (int)got : 0)
    got = PROCTOR_CALL(read, ends[0], proctor_line + proctor_size, (size_t)(PROCTOR_LINE - proctor_size));
  PROCTOR_CALL(close, ends[0]);
  while (child > 0 && PROCTOR_CALL(wait4, child, NULL, 0, NULL) < 0 && errno == EINTR) continue;
  if (proctor_size == 0) { /* it didn't come to its end */
    proctor_busy = 0;
    return;
  }
  proctor_send();
}

static void list(const char* name, const char* id, long line) {
  proctor_put(proctor_line[proctor_size - 1] == '}' ? ",{" : "{");
  put_test(name, id, line);
  proctor_put("}");
}

static void end_plan(void) {
  int at = 0;
  proctor_put("]");
  while (proctor_size < PROCTOR_LINE - PROCTOR_ROOM && at < proctor_size) {
    const long done = PROCTOR_CALL(write, planning, proctor_line + at, (size_t)(proctor_size - at));
    if (done <= 0) break;
    at += (int)done;
  }
  PROCTOR_CALL(exit_group, 0);
}

/* What Unity says outside of tests is the project's own output. */
static void pass_on(void) {
  if (!exercise) write_all(1, written, written_size);
  written_size = 0;
  too_much_written = 0;
}

/* Asks whether the test is to be run. */
static int begin(const char* name, const char* id, long line) {
  proctor_begin("ask");
  put_test(name, id, line);
  testing = proctor_send() == PROCTOR_RUN;
  begun = milliseconds();
  return testing;
}

static void finish(const char* id, const char* status, const char* message, long line) {
  proctor_begin("finish");
  proctor_text("id", id);
  proctor_text("status", status);
  if (message != NULL && *message != '\0') proctor_text("message", message);
  if (line > 0) proctor_number("line", (double)line);
  proctor_number("duration_ms", milliseconds() - begun);
  proctor_send();
  testing = 0;
  written_size = 0;
  too_much_written = 0;
  /* The next test isn't to pay for it if this one has closed its output. */
  if (PROCTOR_CALL(fcntl, 1, F_GETFD) < 0) PROCTOR_CALL(dup3, copies[0], 1, 0);
  if (PROCTOR_CALL(fcntl, 2, F_GETFD) < 0) PROCTOR_CALL(dup3, copies[1], 2, 0);
}

/* What was written behind the end of allocated memory ends the program as soon as the C library allocates
 * from what comes behind it; so this asks for more than it has at hand. */
static void probe_heap(void) {
  free(malloc(PROBE_SIZE));
}

/* What a solution forgot to set is the same in every run then, and hardly what is expected: else it's what
 * other functions have left there, which is often zero. */
static __attribute__((noinline)) void paint_stack(void) {
  volatile unsigned char area[PAINTED_STACK];
  int i;
  for (i = 0; i < PAINTED_STACK; i++) area[i] = 0xa5;
}

/* `quiet`: a test that passes is told of by a dot before it at most. */
static void conclude(const char* name, const char* id, int failed, int ignored, int quiet) {
  static char said[WRITTEN_SIZE + 1];
  const size_t sign = quiet && written_size > 0 && (*written == '.' || *written == '!');
  long line = 0;
  const char* verdict;
  if (exercise) probe_heap();
  written[written_size] = '\0';
  verdict = read_verdict(written + sign, name, &line, said);
  if (verdict != NULL && *verdict == 'F')
    finish(id, "fail", *words_of(verdict) != '\0' ? words_of(verdict) : "The test failed.", line);
  else if (failed)
    finish(id, "fail", "The test failed.", 0);
  else if (ignored)
    finish(id, "skip", verdict != NULL ? words_of(verdict) : NULL, line);
  else if (quiet || (verdict != NULL && *verdict == 'P' && !too_much_written))
    finish(id, "pass", NULL, 0);
  else
    finish(id, "error", "Unity gave no result for this test.", 0);
  /* Unity's own lines belong to no test. */
  if (!exercise) write_all(1, written, sign), write_all(1, said, text_length(said));
}

static void run_function(void) {
  if (exercise) paint_stack();
  function();
}

/* Whether this test is to be run now. */
static int comes(const char* name, char* id, long line) {
  if (tests == 0) {
    note("started");
    plan();
  }
  make_id(name, id);
  if (planning) {
    list(name, id, line);
    return 0;
  }
  pass_on();
  return begin(name, id, line);
}

void UnityDefaultTestRun(UnityTestFunction test, const char* name, const int line) {
  char id[NAME_SIZE];
  unity_counter failures = Unity.TestFailures;
  unity_counter ignores = Unity.TestIgnores;
  if (!proctor_speaks() && !planning) {
    UnityPlainTestRun(test, name, line);
    return;
  }
  if (!comes(name, id, line)) return;
  function = test;
  UnityPlainTestRun(run_function, name, line);
  if (!proctor_speaks()) PROCTOR_CALL(exit_group, 0); /* a child that the test forked */
  conclude(name, id, Unity.TestFailures != failures, Unity.TestIgnores != ignores, 0);
}

/* For fixture.c, around a test. */
static char fixture_id[NAME_SIZE];
static unity_counter fixture_failures;
static unity_counter fixture_ignores;

int proctor_unity_before(const char* group, const char* name, const char* file, long line) {
  char* whole;
  if (!proctor_speaks() && !planning) return 1;
  if (asprintf(&whole, "%s::%s", group, name) < 0) return 1;
  if (file != NULL) Unity.TestFile = file;
  fixture_failures = Unity.TestFailures;
  fixture_ignores = Unity.TestIgnores;
  return comes(whole, fixture_id, line);
}

void proctor_unity_after(const char* shown) {
  if (proctor_socket < 0) return;
  if (!proctor_speaks()) PROCTOR_CALL(exit_group, 0); /* a child that the test forked */
  conclude(shown, fixture_id, Unity.TestFailures != fixture_failures, Unity.TestIgnores != fixture_ignores, 1);
}

/* Runners that Unity's scripts generate run their tests themselves and call only this, at the end of each. */
void UnityConcludeTest(void) {
  char id[NAME_SIZE];
  const char* name = Unity.CurrentTestName;
  unity_counter failures = Unity.TestFailures;
  unity_counter ignores = Unity.TestIgnores;
  UnityPlainConcludeTest();
  if (!proctor_speaks() || name == NULL) return;
  if (tests == 0) note("started");
  make_id(name, id);
  if (begin(name, id, 0))
    conclude(name, id, Unity.TestFailures != failures, Unity.TestIgnores != ignores, 0);
  else
    written_size = 0;
}

static void tell_end(void) {
  over = 0;
  note("ended");
  proctor_begin("end");
  proctor_send();
}

void UnityBegin(const char* file) {
  over = 0;
  UnityPlainBegin(file);
}

int UnityEnd(void) {
  int failures;
  if (planning) end_plan();
  failures = UnityPlainEnd();
  if (proctor_speaks()) pass_on();
  over = proctor_speaks();
  if (over && exercise) tell_end();
  return failures;
}

/* In a project main may begin once more, with the tests of another file. */
__attribute__((destructor)) static void at_exit(void) {
  if (over && !testing && proctor_speaks()) tell_end();
}
