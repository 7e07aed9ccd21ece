// The side channel of a run: a socket for results, apart from what the tests print.
//
// It listens at a path. Each process that reports (a test program, a worker) connects and is a client of its
// own. What a client writes is told with the client's number, and the sink's answer goes back to that client.
// A socket, because unlike a pipe it can't be opened a second time through /proc: nobody but its reader gets
// what somebody else wrote into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

class Channel {
 public:
  /// Clients are numbered from 1 in the order in which they came. What is returned is written to the client.
  using Sink = std::function<std::string(int client, std::string_view bytes)>;

  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  /// Begins to listen. errno if that fails; ENAMETOOLONG for a path of more than 107 bytes.
  int open(const std::filesystem::path& path);

  /// For poll(): readable where read() has something to do. -1: it isn't open.
  int fd() const { return poll_.get(); }
  /// Takes new clients and tells what is there, at most about 1 MiB. A client that doesn't take its answer is
  /// let go.
  void read(const Sink& sink);

 private:
  void take_clients();
  std::size_t read_from(int client, const Sink& sink);

  std::filesystem::path path_{};
  UniqueFd poll_{};
  UniqueFd listener_{};
  std::map<int, UniqueFd> clients_{};
  int last_client_ = 0;
  std::uint64_t room_ = std::uint64_t{256} << 20U;  // what comes above that is read and dropped
  std::unique_ptr<char[]> buffer_{};
};

}  // namespace proctor::supervise
