// The side channel of a command: a socket of its own for results, apart from what it prints.
//
// The command finds it at kChannelFd. It begins with a greeting that the caller wrote, and carries back
// whatever the command writes. A socket, because unlike a pipe it can't be opened a second time through
// /proc: nobody but its reader gets what somebody else wrote into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

class Channel {
 public:
  using Sink = std::function<void(std::string_view)>;

  /// errno if that fails; the greeting must fit into the socket, which has room for a few MiB.
  int open(std::string_view greeting);

  int child_end() const { return theirs_.get(); }
  /// After the start: our copy of the command's end.
  void close_child_end() { theirs_.reset(); }

  /// For poll(); -1 when nobody can write any more.
  int fd() const { return ours_.get(); }
  /// Tells what is there, at most about 1 MiB.
  void read(const Sink& sink);

 private:
  UniqueFd ours_{};
  UniqueFd theirs_{};
  std::uint64_t room_ = std::uint64_t{256} << 20U;  // what comes above that is read and dropped
  std::unique_ptr<char[]> buffer_{};
};

}  // namespace proctor::supervise
