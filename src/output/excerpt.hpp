// The part of a command's output that is given with the answer: its beginning, its end, and the lines in
// between that report failures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::output {

struct ExcerptText {
  std::string text{};
  std::uint64_t total_bytes = 0;  ///< of the whole output
  bool truncated = false;
};

/// Memory is bounded by the limit, whatever comes.
class Excerpt {
 public:
  /// `max_bytes` holds for the text with all of its marks.
  explicit Excerpt(std::size_t max_bytes);

  /// Sanitised text (see Sanitizer), in pieces that cut no character.
  void add(std::string_view text);

  /// Output that fits is given as it is. Otherwise the middle is cut out and marked: "[… 123456 bytes, 789
  /// lines left out; whole output: HINT …]", without the last part if there is no hint or no room. Of the
  /// limit, 25 % go to the beginning, 50 % at most to lines that report failures, the rest to the end.
  ExcerptText finish(std::string_view log_hint) const;

 private:
  struct Kept {
    std::uint64_t begin;   ///< where it stood in the output
    std::size_t size;      ///< how much of it is kept
    std::size_t newlines;  ///< in what is kept
    std::size_t text;      ///< where it stands in failures_
  };
  struct Tail {
    std::string text;
    std::uint64_t begin;
  };

  void scan(std::string_view text, std::uint64_t begin);
  void scan_lines(std::string_view lines, std::uint64_t begin);
  void judge(std::string_view line, std::uint64_t begin);
  void keep(std::string_view line, std::uint64_t begin);
  static std::string shown(const Kept& kept, std::string_view line);
  Tail tail(std::size_t size) const;

  std::size_t max_bytes_;
  std::uint64_t total_ = 0;
  std::uint64_t newlines_ = 0;  ///< of what has been scanned
  std::string head_{};          ///< the first max_bytes
  std::string tail_{};          ///< at least the last max_bytes of what comes after
  std::string line_{};          ///< the beginning of an unfinished line
  std::uint64_t line_begin_ = 0;
  std::string failures_{};
  std::vector<Kept> kept_{};
  int follow_ = 0;     ///< lines that may still explain the failure before them
  bool full_ = false;  ///< no room for more failures
};

}  // namespace proctor::output
