// The kernel looks at the lower half of many arguments only; a filter that compares all of it is passed by.
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "probe.h"

#define GARBAGE 0xdeadbeef00000000UL

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  must_be_forbidden("ioctl TIOCSTI", syscall(SYS_ioctl, 0, GARBAGE | TIOCSTI, "x"));
  must_be_forbidden("ioctl TIOCLINUX", syscall(SYS_ioctl, 0, GARBAGE | TIOCLINUX, "\3"));
  must_have_no_socket("socket AF_VSOCK", syscall(SYS_socket, GARBAGE | AF_VSOCK, SOCK_STREAM, 0));
  must_have_no_socket("socket AF_PACKET", syscall(SYS_socket, GARBAGE | AF_PACKET, GARBAGE | SOCK_RAW, 0));
  must_have_no_socket("socket AF_NETLINK audit",
                      syscall(SYS_socket, GARBAGE | AF_NETLINK, SOCK_RAW, GARBAGE | 9));
  must_be_forbidden("unshare a user namespace", syscall(SYS_unshare, GARBAGE | CLONE_NEWUSER));
  const long child = syscall(SYS_clone, GARBAGE | CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  must_be_forbidden("clone a user namespace", child);
  must_be_forbidden("ptrace attach", syscall(SYS_ptrace, GARBAGE | 16, GARBAGE | 1, 0, 0));
  must_be_forbidden("perf_event_open",
                    syscall(SYS_perf_event_open, NULL, GARBAGE, GARBAGE | 0xffffffff, -1, 0));
  must_be_forbidden("clock_settime",
                    syscall(SYS_clock_settime, GARBAGE | CLOCK_REALTIME, &(struct timespec){1, 0}));
  must_be_forbidden("keyctl", syscall(SYS_keyctl, GARBAGE | 1, NULL));
  return probe_result();
}
