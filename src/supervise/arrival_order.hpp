// In which order two pipes were written to.
//
// Two pipes have no common clock: who finds something in both can't tell what came first. But the kernel can
// send a signal for each write (F_SETSIG, fcntl(2)). Signals of one real-time number wait in the order in
// which they were sent, none is merged with another, and each names its descriptor. A pipe whose write end is
// in packet mode (O_DIRECT, pipe(2)) keeps writes apart, so that what one signal announced can be read by
// itself.
//
// It's a help and no more: whoever opens /dev/stdout anew writes without packets, and a write that had to
// wait for room is announced twice. Which bytes are of which stream, and their order in it, never depends on
// it.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "base/unique_fd.hpp"
#include "report/event.hpp"

namespace proctor::supervise {

/// To be used by the thread that made it, to which the signals are sent, and which must have no other at a
/// time. The signals (the last but two of the real-time ones, and SIGIO) are blocked in this thread for as
/// long.
class ArrivalOrder {
 public:
  /// The read ends, non-blocking. They must be closed before it is destroyed; nobody tells it of that. Where
  /// the kernel refuses, nothing is ever announced.
  ArrivalOrder(int out, int err);
  ~ArrivalOrder();
  ArrivalOrder(const ArrivalOrder&) = delete;
  ArrivalOrder& operator=(const ArrivalOrder&) = delete;

  /// Whether writes are announced.
  bool works() const { return static_cast<bool>(signals_); }

  /// Takes notice of what was announced until now.
  void collect();
  /// How many writes to this stream are noted and weren't read.
  std::size_t unread(Stream stream) const { return places_.at(index(stream)).unread; }
  /// Whether somebody has found this stream's pipe full, and waits.
  bool full(Stream stream) const { return places_.at(index(stream)).full; }
  /// So much is unread that a pipe may be full before all of it is read.
  bool behind() const;
  /// One write was read; if it wasn't noted it is now, and its announcement is on its way.
  void was_read(Stream stream);
  /// What next() told of will be read later.
  void left_unread(Stream stream);
  /// There's nothing in the pipe. How many were noted all the same.
  std::size_t all_read(Stream stream) { return std::exchange(places_.at(index(stream)).unread, 0); }
  /// After a while without news, what was on its way has come, or never will.
  void nothing_is_on_its_way();

  /// The stream of the first noted write that it hasn't told of yet, read or not.
  std::optional<Stream> next();

 private:
  static std::size_t index(Stream stream) { return stream == Stream::out ? 0 : 1; }
  void note(std::uint32_t signal, int pipe);

  struct Place {
    int pipe = -1;
    std::size_t capacity = 1;  ///< in writes
    std::size_t unread = 0;
    std::ptrdiff_t on_their_way = 0;  ///< below 0: so many were noted and told of, and are still to be read
    bool full = false;
  };

  std::array<Place, 2> places_{};
  UniqueFd signals_{};
  sigset_t before_{};
  std::deque<Stream> order_{};
};

}  // namespace proctor::supervise
