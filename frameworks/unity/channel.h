/* The conversation with proctor: the greeting, the events, the marks in the output. */
#ifndef PROCTOR_CHANNEL_H
#define PROCTOR_CHANNEL_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { GREETING_SIZE = 1 << 20, EVENT_SIZE = 1 << 16, NAME_SIZE = 1 << 10 };

static int channel = -1; /* below 0: nobody listens, and Unity behaves as ever */
static int out;          /* standard output and error as they were when the program began */
static int err;
static pid_t process;

static char greeting[GREETING_SIZE]; /* its lines, each ended by a zero */
static size_t greeting_size;
static const char* nonce = "";
static const char* mark = "";
static const char* filter_text; /* null: none */
static int fail_fast;
static int has_only;
static int exercise;
static const char* program = ""; /* its name, if the project has several */
static int first_number;         /* the number of the first test, less one */
static const char* at_end;       /* a file to make at the end of a program that isn't the last; or null */

static char event[EVENT_SIZE]; /* the event that is put together */
static size_t event_size;

/* The reporter uses system calls where tests may have functions of their own under the library's names:
 * students call theirs read, write or open, and projects put others in the place of clock_gettime or getpid.
 */
#define SYSTEM_CALL(call, ...) syscall(SYS_##call, ##__VA_ARGS__)

/* A child that a test forked doesn't speak. */
static int speaks(void) {
  return channel >= 0 && SYSTEM_CALL(getpid) == process;
}

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

/* Writes all of it and tells whether that went well. */
static int write_all(int fd, const char* text, size_t n) {
  while (n > 0) {
    const long done = SYSTEM_CALL(write, fd, text, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return 0;
    text += done;
    n -= (size_t)done;
  }
  return 1;
}

static long milliseconds(void) {
  struct timespec now = {0, 0};
  SYSTEM_CALL(clock_gettime, CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Duplicates a descriptor above the soft limit, where loops that close all descriptors don't come. */
static int high_duplicate(int fd) {
  struct rlimit limit;
  struct rlimit raised;
  int copy;
  if (SYSTEM_CALL(prlimit64, 0, RLIMIT_NOFILE, NULL, &limit) != 0)
    return SYSTEM_CALL(fcntl, fd, F_DUPFD_CLOEXEC, 3);
  raised = limit;
  raised.rlim_cur = limit.rlim_max < limit.rlim_cur + 64 ? limit.rlim_max : limit.rlim_cur + 64;
  SYSTEM_CALL(prlimit64, 0, RLIMIT_NOFILE, &raised, NULL);
  copy = SYSTEM_CALL(fcntl, fd, F_DUPFD_CLOEXEC,
                     (int)(raised.rlim_cur > limit.rlim_cur ? limit.rlim_cur : limit.rlim_cur - 16));
  SYSTEM_CALL(prlimit64, 0, RLIMIT_NOFILE, &limit, NULL);
  return copy >= 0 ? copy : fd;
}

static void put(const char* text) {
  while (*text != '\0' && event_size < EVENT_SIZE) event[event_size++] = *text++;
}

static void put_number(long number) {
  char digits[24];
  snprintf(digits, sizeof digits, "%ld", number);
  put(digits);
}

static void put_escaped(const char* text, int ascii_only) {
  char one[8];
  put("\"");
  for (; *text != '\0' && event_size < EVENT_SIZE - NAME_SIZE; text++) {
    const unsigned char c = (unsigned char)*text;
    const int escaped = ascii_only && (c < 0x20 || c >= 0x7f);
    snprintf(one, sizeof one,
             c == '"' || c == '\\' ? "\\%c"
             : escaped             ? "\\\\x%02X"
             : c < 0x20            ? "\\u%04x"
                                   : "%c",
             c);
    put(one);
  }
  put("\"");
}

/* A name: the compiler has seen to it that it's UTF-8. */
static void put_name(const char* text) {
  put_escaped(text, 0);
}

/* Unity's words: Unity writes most of what isn't printable ASCII as \xNN, and this does so with the rest. */
static void put_member(const char* key, const char* text) {
  put(",\"");
  put(key);
  put("\":");
  put_escaped(text, 1);
}

static void event_begin(const char* kind) {
  event_size = 0;
  put("\n");
  put(nonce);
  put(" {\"event\":\"");
  put(kind);
  put("\"");
}

/* Whoever closes the channel ends the run: proctor runs the other tests again without the one that did it. */
static void event_send(void) {
  static const char words[] =
      "The test closed descriptors that it hasn't opened: it can't be told how it ended.\n";
  put("}\n");
  if (write_all(channel, event, event_size)) return;
  write_all(2, words, sizeof words - 1);
  SYSTEM_CALL(exit_group, 97);
}

/* What stands between two marks belongs to one test. */
static void mark_output(int number) {
  char text[NAME_SIZE];
  const int size = snprintf(text, sizeof text, "\x1e%s %d\x1e", mark, number);
  write_all(out, text, (size_t)size);
  write_all(err, text, (size_t)size);
}

/* Puts standard output and error back if a test has closed them: the next one isn't to pay for it. */
static void restore_output(void) {
  if (SYSTEM_CALL(fcntl, 1, F_GETFD) < 0) SYSTEM_CALL(dup3, out, 1, 0);
  if (SYSTEM_CALL(fcntl, 2, F_GETFD) < 0) SYSTEM_CALL(dup3, err, 2, 0);
}

static int greeting_has(const char* key, const char* value) {
  const char* line = greeting;
  for (; line < greeting + greeting_size; line += text_length(line) + 1)
    if (text_begins(line, key) && text_equal(line + text_length(key), value)) return 1;
  return 0;
}

static void take_line(const char* line) {
  if (text_begins(line, "nonce ")) nonce = line + 6;
  if (text_begins(line, "mark ")) mark = line + 5;
  if (text_begins(line, "filter ")) filter_text = line + 7;
  if (text_begins(line, "only ")) has_only = 1;
  if (text_equal(line, "fail_fast")) fail_fast = 1;
  if (text_equal(line, "exercise")) exercise = 1;
  if (text_begins(line, "x-program ")) program = line + 10;
  if (text_begins(line, "x-first-number ")) first_number = atoi(line + 15);
  if (text_begins(line, "x-more-programs ")) at_end = line + 16;
}

/* Reads the greeting a byte at a time up to its empty line: what stands behind it may be for another program.
 * Tells whether it was whole. */
static int read_greeting(int fd) {
  size_t line = 0;
  while (greeting_size < GREETING_SIZE) {
    char c;
    const long got = SYSTEM_CALL(read, fd, &c, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got != 1) return 0;
    greeting[greeting_size++] = c;
    if (c != '\n') continue;
    greeting[greeting_size - 1] = '\0';
    if (greeting[line] == '\0') return *nonce != '\0' && *mark != '\0';
    take_line(greeting + line);
    line = greeting_size;
  }
  return 0;
}

/* Takes a variable out of the environment and tells its number; below 0 if it isn't there. */
static int taken(char** environment, const char* name) {
  int number;
  while (*environment != NULL && !text_begins(*environment, name)) environment++;
  if (*environment == NULL) return -1;
  number = atoi(*environment + text_length(name));
  for (; *environment != NULL; environment++) environment[0] = environment[1];
  return number;
}

/* Before the tests' own code: takes the channel out of the environment and reads the greeting. Without a
 * channel nothing changes. */
__attribute__((constructor(101))) static void take_channel(int count, char** arguments, char** environment) {
  const int fd = taken(environment, "PROCTOR_CHANNEL=");
  const int from = taken(environment, "PROCTOR_UNITY_GREETING="); /* of one of several programs */
  (void)count;
  (void)arguments;
  if (fd < 0 || !read_greeting(from >= 0 ? from : fd)) return;
  if (from >= 0) SYSTEM_CALL(close, from);
  channel = high_duplicate(fd);
  if (channel != fd) SYSTEM_CALL(close, fd);
  out = high_duplicate(1);
  err = high_duplicate(2);
  process = (pid_t)SYSTEM_CALL(getpid);
  /* What a test has printed is there, also if it crashes. */
  setvbuf(stdout, NULL, _IONBF, 0);
}

#endif
