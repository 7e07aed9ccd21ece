#include "cli/watch_keys.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace proctor::cli {

Keys::Keys() : terminal_(tcgetattr(STDIN_FILENO, &before_) == 0) {}

Keys::~Keys() {
  set(false);
}

// (In the background the terminal is another program's.)
bool Keys::there() {
  const bool ours = terminal_ && tcgetpgrp(STDIN_FILENO) == getpgrp();
  termios now{};
  // A shell that has stopped and continued us has put its own settings back.
  if (ours && tcgetattr(STDIN_FILENO, &now) == 0 && (now.c_lflag & ICANON) != 0) set(true);
  return ours;
}

void Keys::set(bool each_key) {
  if (!each_key && !set_) return;
  termios wanted = before_;
  if (each_key) {
    wanted.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    wanted.c_cc[VMIN] = 1;
    wanted.c_cc[VTIME] = 0;
  }
  set_ = each_key;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &wanted);
}

std::optional<char> Keys::take() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (!there() || poll(&input, 1, 0) <= 0) return std::nullopt;
  char key = 0;
  const ssize_t got = read(STDIN_FILENO, &key, 1);
  if (got == 0) terminal_ = false;  // it is closed
  return got == 1 ? std::optional(key) : std::nullopt;
}

std::optional<std::string> Keys::ask(const std::string& question, const std::stop_token& stop) {
  constexpr int kLookAtStop = 100;  // milliseconds
  set(false);
  std::fputs(question.c_str(), stderr);
  std::string line;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  for (char next = 0;;) {
    if (stop.stop_requested()) return std::nullopt;
    if (poll(&input, 1, kLookAtStop) <= 0) continue;
    const ssize_t got = read(STDIN_FILENO, &next, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    if (next == '\n') return line;
    line += next;
  }
}

}  // namespace proctor::cli
