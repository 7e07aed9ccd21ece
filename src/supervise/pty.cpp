#include "supervise/pty.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace proctor::supervise {
namespace {

constexpr int kPeerFlags = O_RDWR | O_NOCTTY | O_CLOEXEC;

// Above 2: a program may be started with its standard descriptors closed, and a command gets others there.
UniqueFd above_standard(UniqueFd fd) {
  if (fd && fd.get() <= STDERR_FILENO) fd.reset(fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return fd;
}

}  // namespace

Result<UniqueFd> make_pty(int terminal) {
  const auto failed = [] {
    const int error = errno;
    return fail_system("a pseudo-terminal can't be made", error,
                       code_of_system(error, ErrorCode::internal_error));
  };
  UniqueFd pty = above_standard(UniqueFd(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)));
  if (!pty || grantpt(pty.get()) != 0 || unlockpt(pty.get()) != 0) return failed();
  termios settings{};
  if (tcgetattr(terminal, &settings) != 0) return failed();
  settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  if (tcsetattr(pty.get(), TCSANOW, &settings) != 0) return failed();
  resize_pty(pty.get(), terminal);
  return pty;
}

UniqueFd open_peer(int pty) {
  // Needs no /dev/pts, which a container may not have mounted.
  UniqueFd peer(ioctl(pty, TIOCGPTPEER, kPeerFlags));
  std::array<char, 64> name{};
  if (!peer && ptsname_r(pty, name.data(), name.size()) == 0) peer.reset(open(name.data(), kPeerFlags));
  return above_standard(std::move(peer));
}

void resize_pty(int pty, int terminal) {
  winsize size{};
  if (ioctl(terminal, TIOCGWINSZ, &size) == 0) ioctl(pty, TIOCSWINSZ, &size);
}

}  // namespace proctor::supervise
