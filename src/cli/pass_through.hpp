// Hands on what a command prints to our own standard streams, unchanged.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <string_view>

#include "report/event.hpp"

namespace proctor::cli {

class PassThrough {
 public:
  PassThrough();

  /// Waits until the stream's reader has taken all of it. A reader that has gone away takes nothing more, and
  /// neither does one that is stuck for 10 s when the run is over (late()).
  void write(Stream stream, std::string_view bytes);
  /// False once the stream's reader has gone away.
  bool wanted(Stream stream) const { return !closed_[index(stream)]; }
  /// The run is over: nothing more is waited for but a reader that goes on reading.
  void late() { late_ = true; }

  /// The last line on stderr; on a new line where the stream is in the midst of one.
  void write_last_line(std::string_view line);
  /// Why something wasn't written, other than that nobody reads it; 0: all was, or a value of errno.
  int error() const { return error_; }

 private:
  static std::size_t index(Stream stream) { return stream == Stream::out ? 0 : 1; }

  std::array<std::atomic<bool>, 2> closed_{};
  std::array<bool, 2> in_line_{};
  std::array<std::size_t, 2> at_once_{};
  std::atomic<bool> late_ = false;
  std::atomic<int> error_ = 0;
};

/// Whether two descriptors are open for the same file, pipe or terminal.
bool is_one_place(int one, int other);

}  // namespace proctor::cli
