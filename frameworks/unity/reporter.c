/* Unity with a reporter: the project's own unity.c, whose functions for running tests are replaced by ones
 * that tell proctor about them. The builder compiles this wherever a project compiles its unity.c:
 *
 *   cc ... -DPROCTOR_UNITY_SOURCE='"/path/of/the/project's/unity.c"' -c reporter.c
 *
 * Neither the tests nor the solution are compiled any differently, so their warnings are those of the plain
 * way. A verdict comes from Unity's own counters and from what Unity itself wrote; neither passes through a
 * stream that the solution can write to. */
#include "channel.h"
#include "ids.h"
#include "mistakes.h"
#include "pending.h"
#include "verdict.h"

#define UnityBegin UnityPlainBegin
#define UnityEnd UnityPlainEnd
#define UnityIgnore UnityPlainIgnore
#define UnityDefaultTestRun UnityPlainTestRun
#define UnityConcludeTest UnityPlainConcludeTest
#undef UNITY_OUTPUT_CHAR
#undef UNITY_OUTPUT_CHAR_HEADER_DECLARATION
#define UNITY_OUTPUT_CHAR(c) unity_wrote(c)
static void unity_wrote(int c);
#include PROCTOR_UNITY_SOURCE
#undef UnityBegin
#undef UnityEnd
#undef UnityIgnore
#undef UnityDefaultTestRun
#undef UnityConcludeTest

#include <stdio.h>

/* Under these names only the C library has them. */
extern int library_flush(FILE*) __asm__("_IO_fflush") __attribute__((weak));
extern int library_setvbuf(FILE*, char*, int, size_t) __asm__("_IO_setvbuf") __attribute__((weak));

extern char* library_path __asm__("__progname_full") __attribute__((weak));
extern char* library_name __asm__("__progname") __attribute__((weak));

/* By this, the builder knows a program that reports. */
__attribute__((used)) static const char proctor_reporter_inside[] = "proctor reporter for Unity, inside";

enum { WRITTEN_SIZE = 1 << 15, WAIT_FOR_PLAN = 2 };

static char written[WRITTEN_SIZE]; /* what Unity wrote since the test began */
static size_t written_size;
static int too_much_written; /* so that what Unity said last isn't known */
static int number;           /* of the test under way or of the last one */
static int under_way;
static int in_main; /* and neither before nor after it */
static int
    in_reporter; /* which has called something that the solution may have put its own in the place of */
static int ended;
static unsigned long signals; /* that the solution holds back; between tests all are */
static int between_tests;     /* one has ended and no other begun: signals are held, the channel is open */
static int in_project;        /* and not in an exercise */
static int planning;          /* a child that only lists the tests */
static int returned;          /* the test's function came to its end */
static int asked_to_ignore;   /* by a call, other than by Unity's state alone */
static long begun;
static UnityTestFunction function;

/* Before any other constructor, also those of the solution. */
static void take_channel(int count, char** arguments, char** environment) {
  (void)count;
  (void)arguments;
  channel_take(environment);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char**,
                                                                            char**) = take_channel;

/* What an exercise's program has as its main, by the linker's --wrap=main; the tests' own comes behind it.
 * Whoever calls this before its time runs the tests, and nothing else. */
extern int __real_main(int, char**, char**) __attribute__((weak));
static int in_exercise(void);
int __wrap_main(int count, char** arguments, char** environment) {
  int code;
  if (channel == NULL || !channel_is_of_proctor) {
    static const char words[] = "The tests of an exercise are run by proctor alone.\n";
    write_all(2, words, sizeof words - 1);
    return 3; /* started by the solution, it would tell that what is expected */
  }
  in_main = 1;
  if (in_exercise()) {
    /* As the makefile would call it: assert() and others of the C library name the program. */
    static char path[] = "./tests.out";
    if (&library_path != NULL && &library_name != NULL) {
      library_path = path;
      library_name = path + 2;
    }
    hold_signals(&signals);
  }
  code = __real_main(count, arguments, environment);
  in_main = 0;
  return code;
}

static void flush(void) {
  int inside = in_reporter;
  in_reporter = 1;
  (void)(library_flush != NULL ? library_flush(NULL) : fflush(NULL));
  in_reporter = inside;
}

static void unity_wrote(int c) {
  if (channel == NULL)
    (void)putchar(c);
  else if (written_size < WRITTEN_SIZE - 1)
    written[written_size++] = (char)c;
  else
    too_much_written = 1;
}

static int in_exercise(void) {
  return channel_is_ours() && *channel_exercise;
}

/* Ends a child that the solution forked: what becomes of it isn't to tell the solution whether the test
 * passed there. */
static void end_child(void) {
  if (channel == NULL || channel_is_ours() || !*channel_exercise) return;
  flush();
  SYSTEM_CALL(SYS_exit_group, 0, 0, 0);
}

/* The test file as the compiler named it, in a project, and the line where the test is run; where a
 * submission's tests are, proctor knows. */
static void put_place(long line) {
  if (!in_project || Unity.TestFile == NULL) return;
  put(",\"file\":");
  put_name(Unity.TestFile);
  if (line <= 0) return;
  put(",\"line\":");
  put_number(line);
}

/* The channel is open. */
static void start(const char* name, const char* id, long line) {
  restore_output();
  number++;
  written_size = 0;
  mark_output(number);
  event_begin("start");
  put(",\"id\":");
  put_test(name, id);
  put_place(line);
  put(",\"n\":");
  put_number(number);
  event_send();
  under_way = 1;
  begun = milliseconds();
}

/* In the plan; the channel is open. */
static void list(const char* name, const char* id, long line) {
  put(channel->event_size > 0 && channel->event[channel->event_size - 1] == '}' ? ",{\"id\":" : "{\"id\":");
  put_test(name, id);
  put_place(line);
  put("}");
}

/* Whether main itself may be the caller: nothing that runs before it or is called by the reporter is, and no
 * test. */
static int main_runs(void) {
  return channel_is_ours() && !under_way && !in_reporter && (in_main || !in_exercise());
}

/* Tests are run by main: no thread of the solution's, and no handler of a signal, runs one while none is
 * under way. */
static int main_calls(void) {
  return main_runs() && !ended && SYSTEM_CALL(SYS_gettid, 0, 0, 0) == channel_process;
}

static void finish(const char* id, const char* status, const char* message, long line) {
  hold_signals(&signals);
  channel_open();
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
  under_way = 0;
  event_send();
  mark_output(0);
  restore_output();
  if (!text_equal(status, "pass") && !text_equal(status, "skip")) stopped = channel->fail_fast;
  between_tests =
      1; /* the next one begins in a moment, and to close the pages takes longer than many a test */
}

/* From here on the solution may run. */
static void let_go(void) {
  if (between_tests) channel_close();
  between_tests = 0;
  release_signals(&signals);
}

static void conclude(const char* name, const char* id, int failed, int ignored, int left) {
  long line = 0;
  const char* verdict;
  flush(); /* what the test printed comes before what Unity has to say */
  probe_heap();
  written[written_size] = '\0';
  verdict = read_verdict(written, name, &line);
  if (verdict != NULL && *verdict == 'F')
    finish(id, "fail", *words_of(verdict) != '\0' ? words_of(verdict) : "The test failed.", line);
  else if (failed)
    finish(id, "fail", "The test failed.", 0);
  /* Before `left`: newer Unitys leave a test that is ignored with its next assertion. Only the tests
   * themselves may ask for it. */
  else if (ignored && in_exercise() && (!asked_to_ignore || left))
    finish(id, "fail", "The solution had the test ignored instead of passing it.", 0);
  else if (left)
    finish(id, "fail",
           "The solution left the test before it had checked everything, so it can't have passed.", 0);
  else if (ignored)
    finish(id, "skip", verdict != NULL ? words_of(verdict) : NULL, line);
  else if (verdict != NULL && *verdict == 'P' && !too_much_written)
    finish(id, "pass", NULL, 0);
  else
    finish(id, "error", "Unity gave no result for this test.", 0);
}

static void guarded(void) {
  if (in_exercise()) paint_stack();
  function();
  returned = 1;
}

/* An exercise's tests check all that they check; only a test file that says so itself may leave a test early
 * (TEST_PASS and the like): the builder defines this then. */
static int may_leave(void) {
#ifdef PROCTOR_TESTS_MAY_LEAVE
  return 1;
#else
  return !in_exercise();
#endif
}

void UnityDefaultTestRun(UnityTestFunction test, const char* name, const int line) {
  char id[NAME_SIZE];
  int comes;
  UNITY_COUNTER_TYPE failures = Unity.TestFailures;
  UNITY_COUNTER_TYPE ignores = Unity.TestIgnores;
  if (channel == NULL) {
    UnityPlainTestRun(test, name, line);
    return;
  }
  /* Tests are run by main, one after the other; a solution that calls this itself is after a result of its
   * own. */
  if (!main_calls()) return;
  flush(); /* what was printed since the last test isn't this one's */
  channel_open();
  make_id(name, id);
  comes = wanted(name, id);
  if (comes && planning)
    list(name, id, line);
  else if (comes)
    start(name, id, line);
  channel_close();
  if (!comes || planning) return;
  let_go();
  function = test;
  returned = too_much_written = 0;
  asked_to_ignore = 0;
  UnityPlainTestRun(guarded, name, line);
  end_child();
  if (channel_is_ours())
    conclude(name, id, Unity.TestFailures != failures, Unity.TestIgnores != ignores,
             !returned && !may_leave());
}

/* Runners that Unity's scripts generate run their tests themselves and call only this, at the end of each. */
void UnityConcludeTest(void) {
  char id[NAME_SIZE];
  const char* name = Unity.CurrentTestName;
  UNITY_COUNTER_TYPE failures = Unity.TestFailures;
  UNITY_COUNTER_TYPE ignores = Unity.TestIgnores;
  UnityPlainConcludeTest();
  end_child();
  if (!main_runs() || ended || name == NULL) return;
  make_id(name, id);
  if (planning || !wanted(name, id)) {
    written_size = 0;
    return;
  }
  number++;
  event_begin("start");
  put(",\"id\":");
  put_test(name, id);
  put_place(0);
  put(",\"n\":");
  put_number(number);
  event_send();
  begun = milliseconds();
  conclude(name, id, Unity.TestFailures != failures, Unity.TestIgnores != ignores, 0);
  let_go(); /* the next test begins without a word */
}

/* In a submission the tests that are left for later are run, too, also where a macro hides that they are.
 * Unity 2.5.1 and later tell the compiler that this doesn't return; then it must not, and conclude() sees to
 * it that the test doesn't go for nothing. */
void UnityIgnore(const char* message, const UNITY_LINE_TYPE line) {
#if !defined(UNITY_NORETURN) && !defined(UNITY_FUNCTION_ATTR)
  if (in_exercise()) return;
#endif
  asked_to_ignore = 1;
  UnityPlainIgnore(message, line);
}

/* Lists the tests: a child goes through main without running any, and what it prints is dropped. */
static void plan(void) {
  long child;
  int status;
  flush();
  child = proctor_syscall(SYS_clone, PROCTOR_SIGCHLD, 0, 0, 0, 0, 0);
  if (child > 0) {
    while (SYSTEM_CALL(SYS_wait4, child, &status, 0) == -PROCTOR_EINTR) {
    }
    return;
  }
  if (child < 0) return;
  {
    long timer[4] = {0, 0, WAIT_FOR_PLAN, 0};
    long nothing = SYSTEM_CALL(SYS_openat, -100 /* AT_FDCWD */, "/dev/null", 2 /* O_RDWR */);
    SYSTEM_CALL(SYS_setitimer, 0, timer, 0);
    if (nothing >= 0) {
      SYSTEM_CALL(SYS_dup3, nothing, 1, 0);
      SYSTEM_CALL(SYS_dup3, nothing, 2, 0);
    }
  }
  channel_process = SYSTEM_CALL(SYS_getpid, 0, 0, 0);
  planning = 1;
  event_begin("plan");
  put(",\"tests\":[");
}

void UnityBegin(const char* file) {
  if (main_runs() && tests == 0 && !planning) {
    in_reporter = 1;
    (void)(library_setvbuf != NULL ? library_setvbuf(stdout, NULL, _IOLBF, BUFSIZ)
                                   : setvbuf(stdout, NULL, _IOLBF, BUFSIZ));
    keep_pending();
    in_reporter = 0;
    channel_open();
    number = channel->first_number;
    in_project = !*channel_exercise;
    if (channel->filter != NULL) filtering = regcomp(&filter, channel->filter, REG_EXTENDED | REG_NOSUB) == 0;
    channel_close();
    plan();
  }
  UnityPlainBegin(file);
}

int UnityEnd(void) {
  int last;
  end_child();
  if (!main_runs()) return UnityPlainEnd();
  if (planning) {
    channel_open();
    if (channel->event_size < EVENT_SIZE - NAME_SIZE) {
      put("]");
      event_send();
    }
    SYSTEM_CALL(SYS_exit_group, 0, 0, 0);
  }
  if (SYSTEM_CALL(SYS_gettid, 0, 0, 0) != channel_process) return 1;
  ended = 1;
  written_size = 0;
  channel_open();
  last = channel->last;
  if (!last) {
    const long file =
        SYSTEM_CALL(SYS_openat, -100 /* AT_FDCWD */, channel->at_end, 0101 /* O_WRONLY | O_CREAT */);
    if (file >= 0) SYSTEM_CALL(SYS_close, file, 0, 0);
  }
  channel_close();
  if (last) {
    event_begin("end");
    event_send();
  }
  written_size = 0;
  let_go();
  return UnityPlainEnd();
}
