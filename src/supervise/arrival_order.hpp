// In which order two pipes were written to.
//
// Two pipes have no common clock: who finds something in both can't tell what came first. But the kernel can
// send a signal for each write (F_SETSIG, fcntl(2)). Signals of one real-time number wait in the order in
// which they were sent, none is merged with another, and each names its descriptor.
//
// What was written by each isn't told by it (packet_mode.hpp, rhythm.hpp).
#pragma once

#include <signal.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/unique_fd.hpp"
#include "report/event.hpp"

namespace proctor::supervise {

/// To be used by the thread that made it, to which the signals are sent, and which must have no other at a
/// time. The signals (the last but two of the real-time ones, and SIGIO) are blocked in this thread for as
/// long.
class ArrivalOrder {
 public:
  /// The read ends, non-blocking. They must be closed before it is destroyed. Where the kernel refuses,
  /// nothing is ever announced.
  ArrivalOrder(int out, int err);
  ~ArrivalOrder();
  ArrivalOrder(const ArrivalOrder&) = delete;
  ArrivalOrder& operator=(const ArrivalOrder&) = delete;

  /// Whether writes are announced.
  bool works() const { return works_; }
  /// This pipe is about to be closed.
  void forget(Stream stream) { pipes_.at(index(stream)) = -1; }

  /// Takes notice of what was announced until now. Gives up for good if that is more than can be borne: who
  /// finds a pipe full announces that as well, as often as it tries.
  void collect();

  /// The writes that were noted. A few may have found no room and are noted again when they have.
  const std::vector<Stream>& writes() const { return writes_; }
  std::size_t count(Stream stream) const { return counts_.at(index(stream)); }
  /// They are dealt with.
  void clear();
  /// So many were noted already of what is still to be read.
  void keep(Stream stream, std::size_t count);

  /// So many writes were read before they were noted: the next of this stream aren't news.
  void expect(Stream stream, std::size_t count) { expected_.at(index(stream)) = count; }
  /// After a while without news, what was expected has come, or never will.
  void expect_nothing() { expected_ = {}; }

 private:
  static std::size_t index(Stream stream) { return stream == Stream::out ? 0 : 1; }
  void note(int pipe);
  void give_up();
  void forget_signals();

  std::array<int, 2> pipes_;  ///< -1: it's closed
  bool works_ = false;
  UniqueFd signals_{};
  sigset_t before_{};
  std::vector<Stream> writes_{};
  std::array<std::size_t, 2> counts_{};
  std::array<std::size_t, 2> expected_{};
};

}  // namespace proctor::supervise
