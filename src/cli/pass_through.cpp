#include "cli/pass_through.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string>

namespace proctor::cli {
namespace {

constexpr int kLookMs = 50;
constexpr std::chrono::seconds kPatience{10};

int descriptor_of(Stream stream) {
  return stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO;
}

}  // namespace

bool is_one_place(int one, int other) {
  struct stat a {
  }, b{};
  return fstat(one, &a) == 0 && fstat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

PassThrough::PassThrough() {
  for (const Stream stream : {Stream::out, Stream::err}) {
    struct stat status {};
    const bool is_file = fstat(descriptor_of(stream), &status) == 0 && S_ISREG(status.st_mode);
    // Of anything else poll() promises room for so much.
    at_once_[index(stream)] = is_file ? SSIZE_MAX : PIPE_BUF;
  }
}

void PassThrough::write(Stream stream, std::string_view bytes) {
  using Clock = std::chrono::steady_clock;
  const std::size_t at = index(stream);
  const int fd = descriptor_of(stream);
  auto stuck_since = Clock::time_point::max();
  if (!bytes.empty()) in_line_[at] = bytes.back() != '\n';
  while (!bytes.empty() && !closed_[at]) {
    pollfd room{fd, POLLOUT, 0};
    if (poll(&room, 1, kLookMs) <= 0) {
      if (!late_) continue;
      const auto now = Clock::now();
      stuck_since = std::min(stuck_since, now);
      if (now - stuck_since >= kPatience) closed_[at] = true;
      continue;
    }
    const ssize_t count = ::write(fd, bytes.data(), std::min(bytes.size(), at_once_[at]));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) {
      if (errno != EPIPE && errno != EIO) error_ = errno;
      closed_[at] = true;
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
    stuck_since = Clock::time_point::max();
  }
}

void PassThrough::write_last_line(std::string_view line) {
  late();
  const bool out_is_there = is_one_place(STDOUT_FILENO, STDERR_FILENO);
  const bool in_line = in_line_[1] || (out_is_there && in_line_[0]);
  write(Stream::err, (in_line ? "\n" : "") + std::string(line) + '\n');
}

}  // namespace proctor::cli
