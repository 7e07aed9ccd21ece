/* The conversation with proctor: the greeting, the events, the marks in the output.
 *
 * The solution runs in this process, so a secret can't be kept from one that is determined to find it. It is
 * kept from all that happens by chance: it lies in pages of its own that can be touched only while an event
 * is written or main goes from one test to the next, and the descriptors lie above the limit up to which
 * programs close descriptors. */
#ifndef PROCTOR_CHANNEL_H
#define PROCTOR_CHANNEL_H

#include "system.h"

enum { GREETING_SIZE = 1 << 20, EVENT_SIZE = 1 << 16, NAME_SIZE = 1 << 10 };

/* The pages. `event` is where an event is put together, so that it goes out with one system call. */
struct channel {
  char greeting[GREETING_SIZE]; /* its lines, each ended by a zero */
  size_t greeting_size;
  const char* nonce;
  const char* mark;
  const char* filter;
  int fail_fast;
  int only;
  const char* program; /* its name, if the project has several: tests of two may have the same name */
  int first_number;    /* the number of the first test, less one: a project may have several programs */
  const char* at_end;  /* a file to make when the program has come to its end, if it isn't the last one */
  int last;            /* whether this is the project's last program, or the only one */
  int fd;
  int out;
  int err;
  char event[EVENT_SIZE];
  size_t event_size;
};

static struct channel* channel; /* null: nobody listens, and Unity behaves as ever */
/* Is asked so often that to open the pages for it would take longer than many a test: a page of its own,
 * which can be read. */
static int* channel_exercise;
static int
    channel_is_of_proctor; /* who has made it, and not a solution that greets the program in its place */
static long channel_process;
static int channel_openings; /* how often it was opened and not yet closed */

static void channel_open(void) {
  if (channel_openings++ == 0) SYSTEM_CALL(SYS_mprotect, channel, sizeof *channel, PROCTOR_READABLE_WRITABLE);
}

static void channel_close(void) {
  if (--channel_openings == 0) SYSTEM_CALL(SYS_mprotect, channel, sizeof *channel, 0);
}

/* A child that the solution forked isn't the test: what it says doesn't count. */
static int channel_is_ours(void) {
  return channel != NULL && SYSTEM_CALL(SYS_getpid, 0, 0, 0) == channel_process;
}

/* A duplicate where loops over all descriptors don't come: above the soft limit, which is raised for it. */
static int hidden_duplicate(int fd) {
  unsigned long limit[2];
  unsigned long raised[2];
  long result;
  if (SYSTEM_CALL(SYS_getrlimit, 7 /* RLIMIT_NOFILE */, limit, 0) != 0)
    return (int)SYSTEM_CALL(SYS_fcntl, fd, PROCTOR_CLOSE_ON_EXEC_DUPLICATE, 3);
  raised[1] = limit[1];
  raised[0] = limit[1] < limit[0] + 64 ? limit[1] : limit[0] + 64;
  SYSTEM_CALL(SYS_setrlimit, 7, raised, 0);
  result = SYSTEM_CALL(SYS_fcntl, fd, PROCTOR_CLOSE_ON_EXEC_DUPLICATE,
                       raised[0] > limit[0] ? limit[0] : limit[0] - 16);
  SYSTEM_CALL(SYS_setrlimit, 7, limit, 0);
  return result >= 0 ? (int)result : fd;
}

static void put(const char* text) {
  while (*text != '\0' && channel->event_size < EVENT_SIZE) channel->event[channel->event_size++] = *text++;
}

static void put_number(long number) {
  char digits[24];
  int n = (int)sizeof digits;
  digits[--n] = '\0';
  do {
    digits[--n] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  put(digits + n);
}

static void put_escaped(const char* text, int ascii_only) {
  static const char hex[] = "0123456789ABCDEF";
  put("\"");
  for (; *text != '\0' && channel->event_size < EVENT_SIZE - NAME_SIZE; text++) {
    unsigned char c = (unsigned char)*text;
    char one[8] = {(char)c, '\0'};
    if (c == '"' || c == '\\') {
      one[0] = '\\';
      one[1] = (char)c;
      one[2] = '\0';
    } else if (c < 0x20 && !ascii_only) {
      one[0] = '\\';
      one[1] = 'u';
      one[2] = one[3] = '0';
      one[4] = hex[c >> 4];
      one[5] = hex[c & 15];
      one[6] = '\0';
    } else if (ascii_only && (c < 0x20 || c >= 0x7f)) {
      one[0] = one[1] = '\\';
      one[2] = 'x';
      one[3] = hex[c >> 4];
      one[4] = hex[c & 15];
      one[5] = '\0';
    }
    put(one);
  }
  put("\"");
}

/* A name: the compiler has seen to it that it's UTF-8. */
static void put_name(const char* text) {
  put_escaped(text, 0);
}

/* Words of Unity's, which writes all that isn't printable ASCII as \xNN itself; so does this, should anything
 * be left (a colour of the solution's). */
static void put_string(const char* text) {
  put_escaped(text, 1);
}

static void put_member(const char* key, const char* text) {
  put(",\"");
  put(key);
  put("\":");
  put_string(text);
}

static void event_begin(const char* kind) {
  channel_open();
  channel->event_size = 0;
  put("\n");
  put(channel->nonce);
  put(" {\"event\":");
  put_string(kind);
}

/* Whoever closes the channel ends the run: what follows couldn't be told anyway, and proctor runs the other
 * tests again without the one that did it. */
static void event_send(void) {
  int error;
  put("}\n");
  error = write_all(channel->fd, channel->event, channel->event_size);
  if (error != 0) {
    static const char words[] =
        "The test closed descriptors that it hasn't opened: it can't be told how it ended.\n";
    write_all(2, words, sizeof words - 1);
    SYSTEM_CALL(SYS_exit_group, 97, 0, 0);
  }
  channel_close();
}

/* What stands between two marks belongs to one test. They go where output went when the program began, not to
 * what the solution has put in its place. */
static void mark_output(int number) {
  channel_open();
  channel->event_size = 0;
  put("\x1e");
  put(channel->mark);
  put(" ");
  put_number(number);
  put("\x1e");
  write_all(channel->out, channel->event, channel->event_size);
  write_all(channel->err, channel->event, channel->event_size);
  channel_close();
}

/* Puts standard output and error back if a test has closed them: the next one isn't to pay for it. */
static void restore_output(void) {
  int out;
  int err;
  channel_open();
  out = channel->out;
  err = channel->err;
  channel_close();
  if (SYSTEM_CALL(SYS_fcntl, 1, PROCTOR_GET_FLAGS, 0) < 0) SYSTEM_CALL(SYS_dup3, out, 1, 0);
  if (SYSTEM_CALL(SYS_fcntl, 2, PROCTOR_GET_FLAGS, 0) < 0) SYSTEM_CALL(SYS_dup3, err, 2, 0);
}

/* Whether the greeting has this line. */
static int greeting_has(const char* key, const char* value) {
  const char* line = channel->greeting;
  const char* end = channel->greeting + channel->greeting_size;
  for (; line < end; line += text_length(line) + 1)
    if (text_begins(line, key) && text_equal(line + text_length(key), value)) return 1;
  return 0;
}

static int number_of(const char* text) {
  int n = 0;
  while (*text >= '0' && *text <= '9' && n < 100000000) n = n * 10 + (*text++ - '0');
  return n;
}

/* Reads the greeting a byte at a time up to its empty line: what stands behind it may be for another program.
 */
static int read_greeting(int fd) {
  size_t n = 0;
  size_t line = 0;
  while (n < GREETING_SIZE) {
    char c;
    long got = SYSTEM_CALL(SYS_read, fd, &c, 1);
    if (got == -PROCTOR_EINTR) continue;
    if (got != 1) return 0;
    if (c != '\n') {
      channel->greeting[n++] = c;
      continue;
    }
    if (n == line) {
      channel->greeting_size = n;
      return channel->nonce != NULL && channel->mark != NULL;
    }
    channel->greeting[n++] = '\0';
    if (text_begins(channel->greeting + line, "nonce "))
      channel->nonce = channel->greeting + line + 6;
    else if (text_begins(channel->greeting + line, "mark "))
      channel->mark = channel->greeting + line + 5;
    else if (text_begins(channel->greeting + line, "filter "))
      channel->filter = channel->greeting + line + 7;
    else if (text_begins(channel->greeting + line, "only "))
      channel->only = 1;
    else if (text_equal(channel->greeting + line, "fail_fast"))
      channel->fail_fast = 1;
    else if (text_equal(channel->greeting + line, "exercise"))
      *channel_exercise = 1;
    else if (text_begins(channel->greeting + line, "x-program "))
      channel->program = channel->greeting + line + 10;
    else if (text_begins(channel->greeting + line, "x-first-number "))
      channel->first_number = number_of(channel->greeting + line + 15);
    else if (text_begins(channel->greeting + line, "x-more-programs ")) {
      channel->last = 0;
      channel->at_end = channel->greeting + line + 16;
    }
    line = n;
  }
  return 0;
}

/* Whether the process of this number runs this very program. */
static int runs_this_program(long process) {
  unsigned long own[32] = {0};
  unsigned long its[32] = {0};
  char path[48];
  char digits[24];
  size_t n = 0;
  int d = (int)sizeof digits;
  const char* part;
  for (part = "/proc/"; *part != '\0'; part++) path[n++] = *part;
  for (; process > 0; process /= 10) digits[--d] = (char)('0' + process % 10);
  while (d < (int)sizeof digits) path[n++] = digits[d++];
  for (part = "/exe"; *part != '\0'; part++) path[n++] = *part;
  path[n] = '\0';
  return proctor_syscall(SYS_newfstatat, -100 /* AT_FDCWD */, (long)path, (long)its, 0, 0, 0) == 0 &&
         proctor_syscall(SYS_newfstatat, -100, (long)"/proc/self/exe", (long)own, 0, 0, 0) == 0 &&
         own[0] == its[0] && own[1] == its[1]; /* st_dev, st_ino */
}

/* Whether proctor has made the channel. */
static int is_of_proctor(int fd) {
  int maker[3] = {0, 0, 0}; /* process, user, group */
  unsigned size = sizeof maker;
  char name[32] = "";
  long file;
  if (proctor_syscall(SYS_getsockopt, fd, 1 /* SOL_SOCKET */, 17 /* SO_PEERCRED */, (long)maker, (long)&size,
                      0) != 0)
    return 0;
  if (maker[0] == 0) return 1; /* it is outside of this sandbox */
  file = SYSTEM_CALL(SYS_openat, -100, "/proc/1/comm", 0 /* O_RDONLY */);
  if (file >= 0) {
    SYSTEM_CALL(SYS_read, file, name, sizeof name - 1);
    SYSTEM_CALL(SYS_close, file, 0, 0);
  }
  /* Within a sandbox of proctor's there is nobody who could have made it but the solution. */
  return !text_equal(name, ".proctor-init\n") && !runs_this_program(maker[0]);
}

/* 0 if there are none. */
static long new_pages(size_t size) {
  const long pages =
      proctor_syscall(SYS_mmap, 0, (long)size, PROCTOR_READABLE_WRITABLE, PROCTOR_PRIVATE_ANONYMOUS, -1, 0);
  return pages < 0 && pages > -4096 ? 0 : pages;
}

/* Takes the channel out of the environment and reads the greeting. Without a channel nothing changes. */
static void channel_take(char** environment) {
  static const char variable[] = "PROCTOR_CHANNEL=";
  static const char greeting[] = "PROCTOR_UNITY_GREETING=";
  int fd = -1;
  int from = -1;
  char** keep = environment;
  long pages;
  long settled;
  for (; *environment != NULL; environment++) {
    char* value = NULL;
    if (text_begins(*environment, variable)) {
      value = *environment + sizeof variable - 1;
      fd = number_of(value);
    } else if (text_begins(*environment, greeting)) {
      value = *environment + sizeof greeting - 1;
      from = number_of(value);
    }
    if (value == NULL) {
      *keep++ = *environment;
      continue;
    }
    for (; *value != '\0'; value++) *value = '0';
  }
  *keep = NULL;
  if (fd < 0) return;
  channel_is_of_proctor = is_of_proctor(fd);
  pages = new_pages(sizeof *channel);
  settled = new_pages(sizeof *channel_exercise);
  if (pages == 0 || settled == 0) return;
  channel = (struct channel*)pages;
  channel_exercise = (int*)settled;
  channel_openings = 1;
  channel->last = 1;
  if (!read_greeting(from >= 0 ? from : fd)) {
    channel = NULL;
    return;
  }
  if (from >= 0) SYSTEM_CALL(SYS_close, from, 0, 0);
  channel_process = SYSTEM_CALL(SYS_getpid, 0, 0, 0);
  channel->fd = hidden_duplicate(fd);
  if (channel->fd != fd) SYSTEM_CALL(SYS_close, fd, 0, 0);
  channel->out = hidden_duplicate(1);
  channel->err = hidden_duplicate(2);
  channel_close();
  SYSTEM_CALL(SYS_mprotect, channel_exercise, sizeof *channel_exercise, PROCTOR_READABLE);
}

#endif
