#include "output/progress.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "output/columns.hpp"

namespace proctor::output {
namespace {

constexpr std::array<std::string_view, 10> kSpinner{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
constexpr std::string_view kClear = "\r\x1b[K";

// A descriptor of our own for what `fd` is open on. O_NONBLOCK belongs to the open file, which the shell and
// the tests share with us: set there it would make their writes fail. Nothing where that isn't possible or
// needed.
UniqueFd open_again(int fd) {
  struct stat about {};
  if (::fstat(fd, &about) != 0 || (!S_ISCHR(about.st_mode) && !S_ISFIFO(about.st_mode))) return UniqueFd();
  return UniqueFd(
      ::open(fmt::format("/proc/self/fd/{}", fd).c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

// Neither full nor without a reader.
bool is_writable(int fd) {
  pollfd entry{fd, POLLOUT, 0};
  return ::poll(&entry, 1, 0) == 1 && entry.revents == POLLOUT;
}

// Threads get signals too, and a handler would run here as well: signals are for the threads of the caller.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

Progress::Progress(int fd, bool live, bool color, ProgressPace pace)
    : fd_(fd), live_(live), color_(color), pace_(pace), own_(open_again(fd)) {
  const SignalsBlocked blocked;
  try {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  } catch (const std::system_error&) {
    // The machine has no thread left. The run matters more: it goes on without a live line or heartbeat.
  }
}

Progress::~Progress() {
  finish();
}

void Progress::on(const Event& event) {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  state_.apply(event);
  const auto now = Clock::now();
  if (std::holds_alternative<PhaseStarted>(event)) {
    phase_began_ = now;
    tenths_said_ = 0;
    if (!live_) say(state_.detail.empty() ? state_.phase : state_.phase + " " + state_.detail);
  }
  if (live_) return;
  const bool of_test = std::holds_alternative<TestFinished>(event);
  if (!of_test && !std::holds_alternative<SuiteFinished>(event)) return;
  const std::size_t all = of_test ? state_.tests : state_.suites;
  if (all == 0) return;
  const std::size_t tenths = std::min(of_test ? state_.tests_done : state_.suites_done, all) * 10 / all;
  if (tenths > tenths_said_ && now - last_said_ >= pace_.step) {
    tenths_said_ = tenths;
    heartbeat();
  }
}

void Progress::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(finished_, true)) return;
  }
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  if (drawn_) write(kClear);
}

void Progress::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const auto now = Clock::now();
    const auto until = live_ ? now + pace_.frame : std::max(last_said_, phase_began_) + pace_.heartbeat;
    // The first line of a plain log comes with the first phase.
    wake_.wait_until(lock, stop,
                     state_.phase.empty() ? now + pace_.frame : std::max(until, now + pace_.frame),
                     [] { return false; });
    if (stop.stop_requested() || state_.phase.empty()) continue;
    if (live_) {
      draw();
    } else if (Clock::now() - last_said_ >= pace_.heartbeat) {
      heartbeat();
    }
  }
}

void Progress::draw() {
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - phase_began_);
  // The last column stays free: a terminal that has written there may have moved on to the next line already.
  const std::size_t width = terminal_width();
  if (width < 8) return;
  const std::string text = cut(progress_line(state_, elapsed), width - 3);
  const std::string_view spinner = kSpinner.at(frame_++ % kSpinner.size());
  drawn_ = true;
  write(color_ ? fmt::format("\r\x1b[32m{}\x1b[0m {}\x1b[K", spinner, text)
               : fmt::format("\r{} {}\x1b[K", spinner, text));
}

void Progress::heartbeat() {
  say(progress_line(state_,
                    std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - phase_began_)));
}

void Progress::say(const std::string& text) {
  last_said_ = Clock::now();
  write(text + "\n");
}

void Progress::write(std::string_view text) {
  // The rest of a line comes first; a line that has no room then is lost, which is better than to wait.
  std::string bytes = std::exchange(pending_, {});
  const std::size_t owed = bytes.size();
  bytes += text;
  const int fd = own_ ? own_.get() : fd_;
  ssize_t count = 0;
  if (is_writable(fd)) {
    do {
      count = ::write(fd, bytes.data(), bytes.size());
    } while (count < 0 && errno == EINTR);
  }
  if (live_) return;  // the next frame begins with a carriage return and draws everything anew
  const std::size_t written = count < 0 ? 0 : static_cast<std::size_t>(count);
  pending_ = written > owed ? bytes.substr(written) : bytes.substr(written, owed - written);
}

std::size_t Progress::terminal_width() const {
  winsize size{};
  if (::ioctl(fd_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace proctor::output
