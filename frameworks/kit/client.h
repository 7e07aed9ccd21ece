/* Asks and tells proctor over the run's channel (docs/adding-a-framework.md). For C and C++, in one file of a program:
 *   proctor_begin("ask"), proctor_text("id", "adds"), proctor_number("line", 12);
 *   if (proctor_send() == PROCTOR_RUN) ...
 * The first event says hello. Threads take turns; a fork says nothing. If the channel is lost, the program ends with
 * code 70. Tests may have functions of their own under the C library's names: so system calls, and loops. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define PROCTOR_CALL(name, ...) syscall(SYS_##name, ##__VA_ARGS__)
enum { PROCTOR_LINE = 1 << 20, PROCTOR_ROOM = 1 << 12 }; /* an event's bytes; those that a text leaves to others */
enum { PROCTOR_OK = '\n', PROCTOR_RUN = 'n', PROCTOR_SKIP = 'i', PROCTOR_STOP = 'o', PROCTOR_SOME = 'm' }; /* third bytes */

static char proctor_channel[512]; /* PROCTOR_CHANNEL as it stood in the environment, its name included */
static char proctor_nonce[256], proctor_line[PROCTOR_LINE], proctor_busy, proctor_greeted;
static int proctor_size, proctor_socket = -1, proctor_pid;

/* Whether somebody listens, and this is the process that connected. */
static int proctor_speaks(void) { return proctor_socket >= 0 && PROCTOR_CALL(getpid) == proctor_pid; }

static void proctor_put(const char* text) {
  while (*text != '\0' && proctor_size < PROCTOR_LINE - 4) proctor_line[proctor_size++] = *text++;
}

/* A JSON string. What isn't UTF-8 becomes U+FFFD. */
static void proctor_string(const char* text) {
  const unsigned char* c = (const unsigned char*)text;
  char one[16];
  for (proctor_put("\""); *c != '\0' && proctor_size < PROCTOR_LINE - PROCTOR_ROOM; proctor_put(one)) {
    int n = *c < 0x80 ? 1 : *c < 0xc2 ? 0 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : *c < 0xf5 ? 4 : 0, i = 1;
    while (i < n && (c[i] & 0xc0) == 0x80) i++;
    if (i < n || (*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) || (*c == 0xf0 && c[1] < 0x90) ||
        (*c == 0xf4 && c[1] > 0x8f)) n = 0;
    if (n > 0 && *c >= 0x20 && *c != '"' && *c != '\\' && *c != 0x7f)
      snprintf(one, sizeof one, "%.*s", n, (const char*)c);
    else
      snprintf(one, sizeof one, "\\u%04x", n == 0 ? 0xfffdU : *c);
    c += n > 0 ? n : 1;
  }
  proctor_put("\"");
}

/* Members of the innermost object. */
static void proctor_text(const char* key, const char* value) {
  if (proctor_line[proctor_size - 1] != '{') proctor_put(",");
  proctor_string(key), proctor_put(":"), proctor_string(value);
}
static void proctor_number(const char* key, double value) {
  char text[64];
  snprintf(text, sizeof text, ",\"%s\":%.15g", key, value), proctor_put(text);
}

/* Sends the event and gives the answer; 0 where nobody listens. */
static int proctor_send(void) {
  char answer[16] = "";
  long at = 0, n = 0; /* bytes told, bytes of the answer */
  if (!proctor_speaks()) return 0;
  for (proctor_put("}\n"); n == 0 || answer[n - 1] != '\n';) {
    const int tells = at < proctor_size;
    const long more = tells ? PROCTOR_CALL(sendto, proctor_socket, proctor_line + at, proctor_size - at, MSG_NOSIGNAL, NULL, 0L)
                            : PROCTOR_CALL(read, proctor_socket, answer + n, sizeof answer - n);
    if (more > 0) *(tells ? &at : &n) += more;
    else if (more == 0 || errno != EINTR) PROCTOR_CALL(exit_group, 70);
  }
  __atomic_clear(&proctor_busy, __ATOMIC_RELEASE);
  return answer[2];
}

static void proctor_begin(const char* event) {
  if (!proctor_greeted) proctor_greeted = 1, proctor_begin("hello"), proctor_put(",\"can\":[\"skip\",\"stop\"]"), proctor_send();
  while (proctor_speaks() && __atomic_test_and_set(&proctor_busy, __ATOMIC_ACQUIRE)) PROCTOR_CALL(sched_yield);
  proctor_size = 0;
  proctor_put("{"), proctor_text("nonce", proctor_nonce), proctor_number("pid", proctor_pid), proctor_text("event", event);
}

/* Before the tests' own code, at a number that loops over descriptors don't come to; children don't inherit it. */
__attribute__((constructor(101))) static void proctor_connect(void) {
  struct sockaddr_un to = {AF_UNIX, ""};
  struct rlimit limit = {0, 0}, most;
  char** at = environ;
  while (*at != NULL && sscanf(*at, "PROCTOR_CHANNEL=%255s %107[^\n]", proctor_nonce, to.sun_path) != 2) at++;
  if (*at == NULL) return;
  snprintf(proctor_channel, sizeof proctor_channel, "%s", *at);
  for (; *at != NULL; at++) at[0] = at[1];
  const int fd = (int)PROCTOR_CALL(socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (PROCTOR_CALL(connect, fd, &to, sizeof to) != 0) PROCTOR_CALL(exit_group, 70);
  PROCTOR_CALL(prlimit64, 0, RLIMIT_NOFILE, NULL, &limit);
  most.rlim_cur = most.rlim_max = limit.rlim_max;
  PROCTOR_CALL(prlimit64, 0, RLIMIT_NOFILE, &most, NULL);
  const int high = (int)PROCTOR_CALL(fcntl, fd, F_DUPFD_CLOEXEC, (limit.rlim_max < 65536 ? limit.rlim_max : 65536) - 64);
  PROCTOR_CALL(prlimit64, 0, RLIMIT_NOFILE, &limit, NULL);
  if (high >= 0) PROCTOR_CALL(close, fd);
  proctor_socket = high >= 0 ? high : fd;
  proctor_pid = (int)PROCTOR_CALL(getpid);
}
