#include "supervise/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace proctor::supervise {
namespace {

constexpr std::uint64_t kMostTail = 256U << 10U;

}  // namespace

LogFile::LogFile(std::filesystem::path path, std::uint64_t limit, bool goes_on)
    : path_(std::move(path)), limit_(limit), goes_on_(goes_on), broken_(path_.empty()) {}

void LogFile::append(std::string_view bytes) {
  if (bytes.empty()) return;
  total_ += bytes.size();
  if (broken_) return;
  if (!file_) {
    // Not through a symbolic link, and without waiting for a reader should the name be a pipe's.
    constexpr int kFlags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    file_.reset(open(path_.c_str(), kFlags | (goes_on_ ? O_APPEND : O_TRUNC), 0600));
    if (!file_) return give_up();
    struct stat status {};
    if (goes_on_ && fstat(file_.get(), &status) == 0) {
      written_ = status.st_size > 0;
      limit_ -= std::min(limit_, static_cast<std::uint64_t>(status.st_size));
    }
    // Held until it is closed: nobody removes a log that is written to (run/logs.cpp).
    flock(file_.get(), LOCK_SH | LOCK_NB);
  }
  const auto room =
      static_cast<std::size_t>(std::min<std::uint64_t>(limit_ - tail_bytes() - kept_, bytes.size()));
  if (room > 0) {
    if (!write_all(bytes.substr(0, room))) return;
    kept_ += room;
    last_ = bytes[room - 1];
  }
  tail_ += bytes.substr(room);
  if (tail_.size() > 2 * tail_bytes()) tail_.erase(0, tail_.size() - tail_bytes());
}

std::size_t LogFile::tail_bytes() const {
  return static_cast<std::size_t>(std::min<std::uint64_t>(limit_ / 4, kMostTail));
}

void LogFile::finish() {
  if (file_ && !broken_ && total_ > kept_) {
    if (total_ > limit_) {
      tail_.erase(0, tail_.size() - std::min(tail_.size(), tail_bytes()));
      write_all(fmt::format("{}[… {} bytes left out: the log is limited to {} …]\n",
                            last_ == '\n' ? "" : "\n", total_ - kept_ - tail_.size(), format_size(limit_)));
    }
    write_all(tail_);
  }
  // An empty log says nothing. What isn't a file of its own ("/dev/full") stays.
  struct stat status {};
  if (file_ && !written_ && fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode))
    unlink(path_.c_str());
  file_.reset();
}

void LogFile::give_up() {
  error_ = system_message(path_.string(), errno);
  broken_ = true;
}

bool LogFile::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file_.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      give_up();
      return false;
    }
    written_ = true;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace proctor::supervise
