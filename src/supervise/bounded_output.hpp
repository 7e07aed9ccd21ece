// The head and the tail of a stream of any length, in fixed memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace proctor::supervise {

class BoundedOutput {
 public:
  /// Keeps `head_bytes` of the beginning and `tail_bytes` of the end. Any numbers will do, 0 and the largest
  /// included: memory is taken as bytes come.
  explicit BoundedOutput(std::size_t head_bytes = 0, std::size_t tail_bytes = 0);

  void append(std::string_view bytes);

  std::uint64_t total_bytes() const { return total_; }
  bool truncated() const;

  /// What was kept, as valid UTF-8 (see to_valid_utf8). A cut never falls inside a character, and is marked
  /// by a line of its own: "[… 123456 bytes left out …]".
  std::string text() const;

 private:
  void append_to_tail(std::string_view bytes);

  std::size_t head_limit_;
  std::size_t tail_limit_;
  std::uint64_t total_ = 0;
  std::string head_{};
  std::string tail_{};          ///< a ring once it is full
  std::size_t tail_begin_ = 0;  ///< where the ring's oldest byte is
};

}  // namespace proctor::supervise
