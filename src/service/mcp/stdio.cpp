#include "service/mcp/stdio.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/unique_fd.hpp"
#include "service/mcp/lines.hpp"

namespace proctor::mcp {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{2000};
constexpr milliseconds kLook{100};  // how often a writer that waits looks whether the client is still there
// A pipe that poll() says is writable takes that much without blocking.
constexpr std::size_t kPiece = 4096;
constexpr std::size_t kReadBytes = 64U << 10U;

int poll_again(std::vector<pollfd> fds, milliseconds timeout, short& first_seen) {
  int ready = 0;
  do {
    ready = ::poll(fds.data(), fds.size(), static_cast<int>(timeout.count()));
  } while (ready < 0 && errno == EINTR);
  first_seen = fds.front().revents;
  return ready;
}

bool hung_up(int fd) {
  short seen = 0;
  poll_again({{fd, POLLRDHUP, 0}}, milliseconds(0), seen);
  return (seen & (POLLHUP | POLLRDHUP | POLLERR | POLLNVAL)) != 0;
}

// Never blocks on a socket; on a pipe it doesn't for kPiece bytes.
ssize_t put(int fd, std::string_view piece) {
  const ssize_t sent = ::send(fd, piece.data(), piece.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  return sent < 0 && errno == ENOTSOCK ? ::write(fd, piece.data(), piece.size()) : sent;
}

}  // namespace

LineOutput::LineOutput(int out, int in, std::stop_token ending, milliseconds patience)
    : out_(out), in_(in), ending_(std::move(ending)), patience_(patience) {}

void LineOutput::write(std::string_view line) {
  const std::string whole = std::string(line) + '\n';
  const std::lock_guard lock(mutex_);
  if (!broken_ && !write_all(whole)) broken_ = true;
}

bool LineOutput::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!wait_for_room()) return false;
    const ssize_t written = put(out_, bytes.substr(0, kPiece));
    if (written > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (written < 0 && errno != EINTR && errno != EAGAIN) {
      return false;
    }
  }
  return true;
}

bool LineOutput::wait_for_room() const {
  std::optional<std::chrono::steady_clock::time_point> deadline;
  for (;;) {
    short seen = 0;
    if (poll_again({{out_, POLLOUT, 0}}, kLook, seen) < 0) return false;
    if ((seen & POLLOUT) != 0) return true;
    if (seen != 0) return false;
    if (!deadline && (ending_.stop_requested() || hung_up(in_))) {
      deadline = std::chrono::steady_clock::now() + patience_;
    }
    if (deadline && std::chrono::steady_clock::now() >= *deadline) return false;
  }
}

void serve_stdio(tool::Host& host, int in, int out, const std::stop_token& stop, ServerOptions options) {
  const UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const auto ring = [&wake] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake.get(), &one, sizeof one);
  };
  std::stop_source ending;
  const std::stop_callback on_stop(stop, [&] {
    ending.request_stop();
    ring();
  });

  LineOutput output(out, in, ending.get_token(), kPatience);
  Server server(
      host,
      [&](std::string_view line) {
        output.write(line);
        if (output.broken()) ring();
      },
      options);
  Lines lines(server.line_limit(), {.line = [&](std::string_view line) { server.receive(line); },
                                    .too_long = [&](const Id& id) { server.too_long(id); }});

  std::array<char, kReadBytes> buffer{};
  while (!ending.stop_requested() && !output.broken()) {
    short seen = 0;
    if (poll_again({{in, POLLIN, 0}, {wake.get(), POLLIN, 0}}, milliseconds(-1), seen) < 0) break;
    if (seen == 0) continue;
    const ssize_t got = ::read(in, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) {
      lines.finish();
      break;
    }
    lines.feed({buffer.data(), static_cast<std::size_t>(got)});
  }
  ending.request_stop();
  server.stop();
}

}  // namespace proctor::mcp
