// Types into the caller's terminal, takes it over, changes it: through /dev/tty, /dev/console and every
// descriptor.
#include <linux/tiocl.h>
#include <linux/vt.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "probe.h"

// A call on a descriptor that is no terminal has to end before the kernel looks at the descriptor, so that it
// makes no difference which one it is.
static void stuff(int fd, const char* where) {
  char what[96];
  const char* text = "touch stuffed\n";
  snprintf(what, sizeof what, "TIOCSTI on %s", where);
  must_be_forbidden(what, ioctl(fd, TIOCSTI, text));
  snprintf(what, sizeof what, "TIOCSTI with garbage above on %s", where);
  must_be_forbidden(what, syscall(SYS_ioctl, fd, 0xdead00000000UL | TIOCSTI, text));
  char paste[] = {TIOCL_PASTESEL};
  snprintf(what, sizeof what, "TIOCLINUX on %s", where);
  must_be_forbidden(what, ioctl(fd, TIOCLINUX, paste));
}

static void take(int fd, const char* where) {
  char what[96];
  struct termios raw;
  const int known = tcgetattr(fd, &raw);
  const int error = errno;
  cfmakeraw(&raw);
  snprintf(what, sizeof what, "tcsetattr on %s", where);
  errno = error;
  must_fail(what, known == 0 ? tcsetattr(fd, TCSANOW, &raw) : -1);
  snprintf(what, sizeof what, "TIOCSCTTY on %s", where);
  must_fail(what, ioctl(fd, TIOCSCTTY, 1));
  snprintf(what, sizeof what, "tcsetpgrp on %s", where);
  must_fail(what, tcsetpgrp(fd, getpgrp()));
  const struct winsize small = {1, 1, 0, 0};
  snprintf(what, sizeof what, "TIOCSWINSZ on %s", where);
  must_fail(what, ioctl(fd, TIOCSWINSZ, &small));
}

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  static const char* const paths[] = {"/dev/tty", "/dev/console", "/dev/tty0", "/dev/tty1", "/dev/ttyS0"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; ++i) {
    const int fd = open(paths[i], O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (fd < 0) {
      refused(paths[i], errno);
      continue;
    }
    stuff(fd, paths[i]);
    take(fd, paths[i]);
    close(fd);
  }
  for (int fd = 0; fd < 1024; ++fd) {
    if (fcntl(fd, F_GETFD) < 0) continue;
    char where[32];
    snprintf(where, sizeof where, "descriptor %d", fd);
    stuff(fd, where);
    take(fd, where);
  }
  setsid();
  const int tty = open("/dev/tty", O_RDWR);
  must_fail("/dev/tty from a session of its own", tty);
  return probe_result();
}
