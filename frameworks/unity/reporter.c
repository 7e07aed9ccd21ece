/* Unity with a reporter: the project's own unity.c, whose functions for running tests are replaced by ones
 * that tell proctor about them. compiler.sh compiles this wherever a makefile compiles its unity.c:
 *
 *   cc ... -DPROCTOR_UNITY_SOURCE='"/path/of/the/project's/unity.c"' -c reporter.c
 *
 * Neither the tests nor the solution are compiled any differently, so their warnings are those of the plain
 * way. A verdict comes from Unity's own counters and from what Unity itself wrote. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "channel.h"
#include "verdict.h"

#include <regex.h>
#include <signal.h>
#include <sys/time.h>

#define UnityBegin UnityPlainBegin
#define UnityEnd UnityPlainEnd
#define UnityDefaultTestRun UnityPlainTestRun
#define UnityConcludeTest UnityPlainConcludeTest
#undef UNITY_OUTPUT_CHAR
#undef UNITY_OUTPUT_CHAR_HEADER_DECLARATION
#define UNITY_OUTPUT_CHAR(c) unity_wrote(c)
static void unity_wrote(int c);
#include PROCTOR_UNITY_SOURCE
#undef UnityBegin
#undef UnityEnd
#undef UnityDefaultTestRun
#undef UnityConcludeTest

/* By this, compiler.sh knows a program that reports. */
__attribute__((used)) static const char inside[] = "proctor reporter for Unity, inside";

enum {
  WRITTEN_SIZE = 1 << 15,
  WAIT_FOR_PLAN = 2,
  TESTS_MAX = 4096,
  PROBE_SIZE = 1 << 16,
  PAINTED_STACK = 1 << 13
};

static char written[WRITTEN_SIZE]; /* what Unity wrote since the test began */
static size_t written_size;
static int too_much_written;         /* so that what Unity said last isn't known */
static const char* names[TESTS_MAX]; /* of the tests so far, in order */
static int tests;                    /* how many came so far */
static int number;                   /* of the test under way or of the last one */
static int planning;                 /* a child that only lists the tests */
static int stopped;                  /* by fail_fast */
static long begun;
static regex_t filter;
static int filtering;
static UnityTestFunction function;

static void unity_wrote(int c) {
  if (channel < 0)
    (void)putchar(c);
  else if (written_size < WRITTEN_SIZE - 1)
    written[written_size++] = (char)c;
  else
    too_much_written = 1;
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

static int named(const char* key, const char* name, const char* id) {
  return greeting_has(key, id) || greeting_has(key, name);
}

static int wanted(const char* name, const char* id) {
  if (stopped || named("skip ", name, id) || (has_only && !named("only ", name, id))) return 0;
  /* Of several programs, each puts its own name before those of its tests. */
  return !filtering || regexec(&filter, id, 0, NULL, 0) == 0 || regexec(&filter, name, 0, NULL, 0) == 0;
}

/* In a project also the test file as the compiler named it, and the line where the test is run; where a
 * submission's tests are, proctor knows. */
static void put_test(const char* name, const char* id, long line) {
  put("\"id\":");
  put_name(id);
  if (!text_equal(name, id)) {
    put(",\"test\":");
    put_name(name);
  }
  if (exercise || Unity.TestFile == NULL) return;
  put(",\"file\":");
  put_name(Unity.TestFile);
  if (line <= 0) return;
  put(",\"line\":");
  put_number(line);
}

static void list(const char* name, const char* id, long line) {
  put(event[event_size - 1] == '}' ? ",{" : "{");
  put_test(name, id, line);
  put("}");
}

static void start(const char* name, const char* id, long line) {
  number++;
  event_begin("start");
  put(",");
  put_test(name, id, line);
  put(",\"n\":");
  put_number(number);
  event_send();
  begun = milliseconds();
}

static void finish(const char* id, const char* status, const char* message, long line) {
  event_begin("finish");
  put(",\"id\":");
  put_name(id);
  put_member("status", status);
  if (message != NULL && *message != '\0') put_member("message", message);
  if (line > 0) {
    put(",\"line\":");
    put_number(line);
  }
  put(",\"duration_ms\":");
  put_number(milliseconds() - begun);
  event_send();
  mark_output(0);
  restore_output();
  if (!text_equal(status, "pass") && !text_equal(status, "skip")) stopped = fail_fast;
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

static void conclude(const char* name, const char* id, int failed, int ignored) {
  long line = 0;
  const char* verdict;
  if (exercise) probe_heap();
  written[written_size] = '\0';
  verdict = read_verdict(written, name, &line);
  written_size = 0;
  if (verdict != NULL && *verdict == 'F')
    finish(id, "fail", *words_of(verdict) != '\0' ? words_of(verdict) : "The test failed.", line);
  else if (failed)
    finish(id, "fail", "The test failed.", 0);
  else if (ignored)
    finish(id, "skip", verdict != NULL ? words_of(verdict) : NULL, line);
  else if (verdict != NULL && *verdict == 'P' && !too_much_written)
    finish(id, "pass", NULL, 0);
  else
    finish(id, "error", "Unity gave no result for this test.", 0);
}

static void run_function(void) {
  if (exercise) paint_stack();
  function();
}

void UnityDefaultTestRun(UnityTestFunction test, const char* name, const int line) {
  char id[NAME_SIZE];
  UNITY_COUNTER_TYPE failures = Unity.TestFailures;
  UNITY_COUNTER_TYPE ignores = Unity.TestIgnores;
  if (!speaks()) {
    UnityPlainTestRun(test, name, line);
    return;
  }
  make_id(name, id);
  if (!wanted(name, id)) return;
  if (planning) {
    list(name, id, line);
    return;
  }
  written_size = 0;
  too_much_written = 0;
  mark_output(number + 1);
  start(name, id, line);
  function = test;
  UnityPlainTestRun(run_function, name, line);
  if (!speaks()) SYSTEM_CALL(exit_group, 0); /* a child that the test forked */
  conclude(name, id, Unity.TestFailures != failures, Unity.TestIgnores != ignores);
}

/* Runners that Unity's scripts generate run their tests themselves and call only this, at the end of each. */
void UnityConcludeTest(void) {
  char id[NAME_SIZE];
  const char* name = Unity.CurrentTestName;
  UNITY_COUNTER_TYPE failures = Unity.TestFailures;
  UNITY_COUNTER_TYPE ignores = Unity.TestIgnores;
  UnityPlainConcludeTest();
  if (!speaks() || name == NULL) return;
  make_id(name, id);
  if (planning || !wanted(name, id)) {
    written_size = 0;
    return;
  }
  start(name, id, 0);
  conclude(name, id, Unity.TestFailures != failures, Unity.TestIgnores != ignores);
}

/* Lists the tests: a child goes through main without running any, and what it prints is dropped. */
static void plan(void) {
  const struct itimerval limit = {{0, 0}, {WAIT_FOR_PLAN, 0}};
  long nothing;
  pid_t child;
  child = (pid_t)SYSTEM_CALL(clone, SIGCHLD, 0, 0, 0, 0);
  if (child > 0)
    while (SYSTEM_CALL(wait4, child, NULL, 0, NULL) < 0 && errno == EINTR) continue;
  if (child != 0) return;
  nothing = SYSTEM_CALL(openat, AT_FDCWD, "/dev/null", O_RDWR);
  if (nothing >= 0) {
    SYSTEM_CALL(dup3, nothing, 1, 0);
    SYSTEM_CALL(dup3, nothing, 2, 0);
  }
  SYSTEM_CALL(setitimer, ITIMER_REAL, &limit, NULL);
  process = (pid_t)SYSTEM_CALL(getpid);
  planning = 1;
  event_begin("plan");
  put(",\"tests\":[");
}

void UnityBegin(const char* file) {
  if (speaks() && tests == 0 && !planning) {
    number = first_number;
    if (filter_text != NULL) filtering = regcomp(&filter, filter_text, REG_EXTENDED | REG_NOSUB) == 0;
    plan();
  }
  UnityPlainBegin(file);
}

int UnityEnd(void) {
  if (planning) {
    put("]");
    if (speaks() && event_size < EVENT_SIZE - NAME_SIZE) event_send();
    SYSTEM_CALL(exit_group, 0);
  }
  if (speaks()) {
    if (at_end == NULL) {
      event_begin("end");
      event_send();
    } else {
      const long file = SYSTEM_CALL(openat, AT_FDCWD, at_end, O_WRONLY | O_CREAT, 0600);
      SYSTEM_CALL(close, file);
    }
  }
  return UnityPlainEnd();
}
