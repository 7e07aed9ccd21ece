#include "cli/live_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <system_error>
#include <utility>

namespace proctor::cli {
namespace {

constexpr std::size_t kMostPending = 64U << 20U;
constexpr int kPollMs = 50;

}  // namespace

LiveFile::LiveFile(std::filesystem::path file, std::chrono::milliseconds patience)
    : file_(std::move(file)), patience_(patience) {
  // Signals are for the threads of the caller.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error& error) {
    result_ = fail_system("a thread", error.code().value());
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

LiveFile::~LiveFile() {
  static_cast<void>(finish());
}

void LiveFile::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (ended_ || !result_) return;
  if (pending_.size() + text.size() > kMostPending) {
    result_ = fail(ErrorCode::internal_error, fmt::format("{}: who reads it is too slow", file_.string()));
    return;
  }
  pending_ += text;
  wake_.notify_one();
}

Result<void> LiveFile::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(ended_, true)) progress_ = Clock::now();
    wake_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
  return result_;
}

void LiveFile::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ended_ || !pending_.empty(); });
    if (pending_.empty() || !result_) return;
    const std::string bytes = std::exchange(pending_, {});
    lock.unlock();
    auto done = put(bytes);
    lock.lock();
    if (done) continue;
    result_ = std::move(done);
    return;
  }
}

// The run is over, and nobody has taken anything for too long.
bool LiveFile::is_late() {
  const std::lock_guard lock(mutex_);
  return ended_ && Clock::now() - progress_ >= patience_;
}

Result<void> LiveFile::open() {
  if (fd_) return {};
  const bool is_stdout = file_ == "-";
  const int flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;
  while (!fd_) {
    fd_ = UniqueFd(is_stdout ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : ::open(file_.c_str(), flags, 0644));
    if (fd_) break;
    // A FIFO that nobody reads yet.
    if (errno != ENXIO && errno != EINTR) return fail_system(file_.string(), errno);
    if (is_late()) return fail(ErrorCode::internal_error, file_.string() + ": nobody reads it");
    std::this_thread::sleep_for(std::chrono::milliseconds(kPollMs));
  }
  struct stat about {};
  regular_ = fstat(fd_.get(), &about) == 0 && S_ISREG(about.st_mode);
  return {};
}

Result<void> LiveFile::put(std::string_view bytes) {
  if (auto opened = open(); !opened) return opened;
  while (!bytes.empty()) {
    pollfd entry{fd_.get(), POLLOUT, 0};
    if (poll(&entry, 1, kPollMs) <= 0) {
      if (is_late()) return fail(ErrorCode::internal_error, file_.string() + ": nobody reads it");
      continue;
    }
    // A pipe that takes anything takes that much without making us wait, though it may be somebody else's,
    // whose flags aren't ours to set.
    const std::size_t most = regular_ ? bytes.size() : std::min<std::size_t>(bytes.size(), PIPE_BUF);
    const ssize_t got = ::write(fd_.get(), bytes.data(), most);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
      if (is_late()) return fail(ErrorCode::internal_error, file_.string() + ": nobody reads it");
      continue;
    }
    if (got < 0) return fail_system(file_.string(), errno);
    bytes.remove_prefix(static_cast<std::size_t>(got));
    const std::lock_guard lock(mutex_);
    progress_ = Clock::now();
  }
  return {};
}

}  // namespace proctor::cli
