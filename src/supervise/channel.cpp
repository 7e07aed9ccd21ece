#include "supervise/channel.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace proctor::supervise {
namespace {

constexpr std::size_t kPieceBytes = 64U << 10U;
constexpr std::size_t kMostAtOnce = 1U << 20U;
constexpr int kMostClients = 256;
constexpr int kListener = 0;  // no client's number

bool watch(int poll, int fd, int number) {
  epoll_event event{.events = EPOLLIN, .data = {.fd = number}};
  return epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event) == 0;
}

}  // namespace

Channel::~Channel() {
  if (listener_) unlink(path_.c_str());
}

int Channel::open(const std::filesystem::path& path) {
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  const std::string& text = path.native();
  if (text.size() >= sizeof address.sun_path) return ENAMETOOLONG;
  std::memcpy(address.sun_path, text.data(), text.size());
  unlink(text.c_str());  // of the run before
  poll_.reset(epoll_create1(EPOLL_CLOEXEC));
  if (!poll_) return errno;
  UniqueFd listener(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener) return errno;
  if (bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return errno;
  path_ = path;
  listener_ = std::move(listener);
  if (listen(listener_.get(), kMostClients) != 0) return errno;
  if (!watch(poll_.get(), listener_.get(), kListener)) return errno;
  buffer_ = std::make_unique_for_overwrite<char[]>(kPieceBytes);
  return 0;
}

void Channel::read(const Sink& sink) {
  if (!poll_) return;
  for (std::size_t total = 0; total < kMostAtOnce;) {
    std::array<epoll_event, 16> events{};
    const int count = epoll_wait(poll_.get(), events.data(), static_cast<int>(events.size()), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    for (int i = 0; i < count; ++i) {
      const int number = events.at(static_cast<std::size_t>(i)).data.fd;
      if (number == kListener)
        take_clients();
      else
        total += read_from(number, sink);
    }
  }
}

void Channel::take_clients() {
  UniqueFd client(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!client) {
    if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED) return;
    // No descriptors are left. To try again would be to do nothing else; whoever waits sees the socket close.
    listener_.reset();
    unlink(path_.c_str());
    return;
  }
  if (clients_.size() >= kMostClients || !watch(poll_.get(), client.get(), last_client_ + 1)) return;
  clients_.emplace(++last_client_, std::move(client));
}

std::size_t Channel::read_from(int client, const Sink& sink) {
  const auto found = clients_.find(client);
  if (found == clients_.end()) return 0;
  const int fd = found->second.get();
  const ssize_t count = recv(fd, buffer_.get(), kPieceBytes, 0);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
  if (count <= 0) {
    clients_.erase(found);  // which ends the watch as well
    return 0;
  }
  const auto size = static_cast<std::size_t>(count);
  const auto told = static_cast<std::size_t>(std::min<std::uint64_t>(room_, size));
  room_ -= told;
  if (told == 0 || !sink) return size;
  const std::string answer = sink(client, std::string_view(buffer_.get(), told));
  if (!answer.empty() &&
      send(fd, answer.data(), answer.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(answer.size()))
    clients_.erase(client);
  return size;
}

}  // namespace proctor::supervise
