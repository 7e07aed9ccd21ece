// Which lines of a stream came of which writes, when only how many of each there are is known: where the pipe
// doesn't keep them apart (packet_mode.hpp), as while a program runs that doesn't wait for room. Nearly all
// programs write each line at once, or each in the same number of pieces (`python3 -u` writes the newline by
// itself).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace proctor::supervise {

/// The lines of some writes, one after the other.
class LinesOfWrites {
 public:
  LinesOfWrites() = default;
  /// `per_line` writes make a line, of whose first one `begun` were there before; 0: it isn't known, and all
  /// writes have equal parts.
  LinesOfWrites(std::size_t writes, std::vector<std::size_t> ends, std::size_t per_line, std::size_t begun)
      : writes_(writes), ends_(std::move(ends)), per_line_(per_line), begun_(begun) {}

  /// The next write. Whether it has completed a line.
  bool pass_write();
  /// Where the last line ends that is completed, in bytes.
  std::size_t end() const { return lines_ == 0 ? 0 : ends_.at(lines_ - 1); }
  /// Of how many writes the lines aren't there.
  std::size_t writes_left() const;

 private:
  std::size_t writes_ = 0;
  std::vector<std::size_t> ends_{};
  std::size_t per_line_ = 1;
  std::size_t begun_ = 0;
  std::size_t passed_ = 0;
  std::size_t lines_ = 0;
};

/// What came of a stream.
struct Turn {
  std::size_t writes = 0;
  std::size_t lines = 0;  ///< that were completed
  bool piece = false;     ///< behind the last one the next line is begun
  bool whole = true;      ///< the writes are all of these lines, and these are all of them
  bool ended = false;     ///< the stream has ended, which is counted as a write
};

/// How a stream is written.
class Rhythm {
 public:
  /// `ends`: where each line ends, in bytes.
  LinesOfWrites lay(Turn turn, std::vector<std::size_t> ends);
  /// The same where no order is asked for.
  void pass(Turn turn);

 private:
  bool fits(const Turn& turn, std::size_t more) const;
  void learn(const Turn& turn);

  std::size_t per_line_ = 1;
  std::size_t begun_ = 0;  ///< writes of a line that isn't completed
};

}  // namespace proctor::supervise
