#include "supervise/channel.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace proctor::supervise {
namespace {

constexpr std::size_t kPieceBytes = 64U << 10U;
constexpr std::size_t kMostAtOnce = 1U << 20U;

}  // namespace

int Channel::open(std::string_view greeting) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return errno;
  ours_.reset(ends[0]);
  theirs_.reset(ends[1]);
  for (UniqueFd* end : {&ours_, &theirs_}) {
    if (end->get() <= STDERR_FILENO) end->reset(fcntl(end->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!*end) return errno;
  }
  const int size = static_cast<int>(std::min<std::size_t>(2 * greeting.size() + kPieceBytes, 16U << 20U));
  if (greeting.size() > kPieceBytes) {
    // Above the system's maximum only root gets what it asks for.
    if (setsockopt(ours_.get(), SOL_SOCKET, SO_SNDBUFFORCE, &size, sizeof size) != 0)
      setsockopt(ours_.get(), SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  }
  if (fcntl(ours_.get(), F_SETFL, O_NONBLOCK) != 0) return errno;
  while (!greeting.empty()) {
    const ssize_t count = send(ours_.get(), greeting.data(), greeting.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN ? EMSGSIZE : errno;
    greeting.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_ = std::make_unique_for_overwrite<char[]>(kPieceBytes);
  return 0;
}

void Channel::read(const Sink& sink) {
  for (std::size_t total = 0; ours_ && total < kMostAtOnce;) {
    const ssize_t count = recv(ours_.get(), buffer_.get(), kPieceBytes, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      ours_.reset();
      return;
    }
    total += static_cast<std::size_t>(count);
    const auto told =
        static_cast<std::size_t>(std::min<std::uint64_t>(room_, static_cast<std::uint64_t>(count)));
    room_ -= told;
    if (told > 0 && sink) sink(std::string_view(buffer_.get(), told));
  }
}

}  // namespace proctor::supervise
