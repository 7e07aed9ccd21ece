#include "cli/terminal_relay.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "supervise/pty.hpp"

namespace proctor::cli {
namespace {

constexpr std::size_t kMostPending = 64U << 10U;  // typed ahead, or pasted

bool is_raw(const termios& settings) {
  return (settings.c_lflag & (ICANON | ISIG)) == 0;
}

}  // namespace

TerminalRelay::TerminalRelay(std::vector<Ends> shown, bool typed, std::function<void()> on_closed)
    : shown_(std::move(shown)), typed_(typed), on_closed_(std::move(on_closed)) {
  if (shown_.empty()) return;
  sigemptyset(&signals_);
  // With SIGTTOU blocked a job in the background may set up its terminal, with SIGTTIN blocked reading fails.
  for (const int number : {SIGWINCH, SIGTSTP, SIGCONT, SIGTTIN, SIGTTOU}) sigaddset(&signals_, number);
  pthread_sigmask(SIG_BLOCK, &signals_, &signals_before_);
  signal_fd_.reset(signalfd(-1, &signals_, SFD_CLOEXEC | SFD_NONBLOCK));
  end_fd_.reset(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  take_terminal();
  thread_ = std::thread([this] { work(); });
}

TerminalRelay::~TerminalRelay() {
  if (!thread_.joinable()) return;
  eventfd_write(end_fd_.get(), 1);
  thread_.join();
  give_terminal_back();
  pthread_sigmask(SIG_SETMASK, &signals_before_, nullptr);
}

// Also where the terminal isn't that of our session: then there are no jobs.
bool TerminalRelay::in_foreground() const {
  const pid_t group = tcgetpgrp(terminal());
  return group == getpgrp() || (group < 0 && errno == ENOTTY);
}

void TerminalRelay::take_terminal() {
  for (const Ends& ends : shown_) supervise::resize_pty(ends.pty, ends.terminal);
  const std::scoped_lock lock(mutex_);
  if (taken_ || !in_foreground() || tcgetattr(terminal(), &before_) != 0) return;
  taken_ = true;
  changed_ = processed_by_command_ = false;
  if (!typed_) return;
  termios raw = before_;
  raw.c_iflag &=
      ~static_cast<tcflag_t>(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF);
  raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  changed_ = tcsetattr(terminal(), TCSANOW, &raw) == 0;
}

void TerminalRelay::give_terminal_back() {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(taken_, false) && changed_ && in_foreground()) tcsetattr(terminal(), TCSANOW, &before_);
}

void TerminalRelay::before_output() {
  termios command{};
  if (shown_.empty() || tcgetattr(pty(), &command) != 0) return;
  const bool by_command = (command.c_oflag & OPOST) != 0 || is_raw(command);
  const std::scoped_lock lock(mutex_);
  if (!taken_ || by_command == processed_by_command_ || (before_.c_oflag & OPOST) == 0 || !in_foreground())
    return;
  termios settings{};
  if (tcgetattr(terminal(), &settings) != 0) return;
  const auto opost = static_cast<tcflag_t>(OPOST);
  settings.c_oflag = by_command ? settings.c_oflag & ~opost : settings.c_oflag | opost;
  if (tcsetattr(terminal(), TCSANOW, &settings) != 0) return;
  processed_by_command_ = by_command;
  changed_ = true;
}

std::chrono::milliseconds TerminalRelay::stood_still() const {
  Clock::rep time = stood_still_;
  if (const Clock::rep since = stopped_at_; since != 0)
    time += Clock::now().time_since_epoch().count() - since;
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::duration(time));
}

void TerminalRelay::work() {
  for (;;) {
    const bool reads = typed_ && taken_ && pending_.size() < kMostPending;
    std::array<pollfd, 4> news{{{end_fd_.get(), POLLIN, 0},
                                {signal_fd_.get(), POLLIN, 0},
                                {reads ? terminal() : -1, POLLIN, 0},
                                {pending_.empty() ? -1 : pty(), POLLOUT, 0}}};
    if (poll(news.data(), news.size(), -1) < 0) continue;
    if (news[0].revents != 0) return;
    if (news[1].revents != 0) on_signal();
    if (news[3].revents != 0) write_pending();
    if (news[2].revents != 0 && taken_) take_typed();
  }
}

void TerminalRelay::on_signal() {
  signalfd_siginfo info{};
  while (read(signal_fd_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    if (info.ssi_signo == SIGTSTP) suspend();
    if (info.ssi_signo == SIGCONT) take_terminal();  // this job may have come to the foreground
    if (info.ssi_signo == SIGWINCH) {
      for (const Ends& ends : shown_) supervise::resize_pty(ends.pty, ends.terminal);
    }
  }
}

void TerminalRelay::take_typed() {
  std::array<char, 4096> buffer{};
  const ssize_t count = read(terminal(), buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count > 0) return pass_on({buffer.data(), static_cast<std::size_t>(count)});
  if (count < 0 && !in_foreground() && tcgetpgrp(terminal()) > 0) {
    const std::scoped_lock lock(mutex_);
    taken_ = false;  // another job has the terminal now
    return;
  }
  typed_ = false;  // it is gone
  on_closed_();
}

void TerminalRelay::pass_on(std::string_view typed) {
  termios command{};
  const bool signals = tcgetattr(pty(), &command) == 0 && (command.c_lflag & ISIG) != 0;
  const auto means = [&](char c, int which) {
    return signals && command.c_cc[which] != _POSIX_VDISABLE && static_cast<cc_t>(c) == command.c_cc[which];
  };
  for (const char c : typed) {
    const pid_t group = tcgetpgrp(pty());
    if (means(c, VINTR) || means(c, VQUIT)) {
      interrupted_ = true;
      if (group <= 0) on_closed_();  // the command has no session with this terminal: in a sandbox
    }
    // A shell in there has jobs of its own, and stops them itself.
    if (means(c, VSUSP) && group > 0 && group == tcgetsid(pty())) {
      write_pending();
      suspend();
    } else {
      pending_ += c;
    }
  }
  write_pending();
}

void TerminalRelay::write_pending() {
  while (!pending_.empty()) {
    const ssize_t count = write(pty(), pending_.data(), pending_.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN) pending_.clear();  // the command is gone
    if (count <= 0) return;
    pending_.erase(0, static_cast<std::size_t>(count));
  }
}

void TerminalRelay::suspend() {
  const pid_t group = tcgetpgrp(pty());
  if (group > 0) kill(-group, SIGSTOP);
  stopped_at_ = Clock::now().time_since_epoch().count();
  give_terminal_back();
  // As the kernel does it for a job at this terminal; where there is no shell to wake us, it stops nobody.
  sigset_t stop{};
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, nullptr);
  kill(0, SIGTSTP);
  pthread_sigmask(SIG_BLOCK, &stop, nullptr);
  const Clock::rep now = Clock::now().time_since_epoch().count();
  stood_still_ += now - stopped_at_.exchange(0);
  take_terminal();
  if (group > 0) kill(-group, SIGCONT);
}

}  // namespace proctor::cli
