#include "supervise/bounded_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"

namespace proctor::supervise {
namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::size_t announced_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xF0 && byte <= 0xF4) return 4;
  if (byte >= 0xE0) return byte < 0xF0 ? 3 : 1;
  return byte >= 0xC2 ? 2 : 1;
}

// Takes off a character whose end was cut away.
std::string_view without_cut_end(std::string_view text) {
  std::size_t begin = text.size();
  for (int back = 0; back < 4 && begin > 0; ++back) {
    --begin;
    if (!is_continuation(text[begin])) {
      return announced_length(text[begin]) > text.size() - begin ? text.substr(0, begin) : text;
    }
  }
  return text;
}

// Takes off a character whose beginning was cut away.
std::string_view without_cut_begin(std::string_view text) {
  for (int ahead = 0; ahead < 3 && !text.empty() && is_continuation(text.front()); ++ahead)
    text.remove_prefix(1);
  return text;
}

}  // namespace

BoundedOutput::BoundedOutput(std::size_t head_bytes, std::size_t tail_bytes)
    : head_limit_(head_bytes), tail_limit_(tail_bytes) {}

void BoundedOutput::append(std::string_view bytes) {
  total_ += bytes.size();
  const std::size_t to_head = std::min(bytes.size(), head_limit_ - head_.size());
  head_.append(bytes.substr(0, to_head));
  append_to_tail(bytes.substr(to_head));
}

void BoundedOutput::append_to_tail(std::string_view bytes) {
  if (bytes.empty() || tail_limit_ == 0) return;
  if (bytes.size() >= tail_limit_) {
    tail_.assign(bytes.substr(bytes.size() - tail_limit_));
    tail_begin_ = 0;
    return;
  }
  const std::size_t to_end = std::min(bytes.size(), tail_limit_ - tail_.size());
  tail_.append(bytes.substr(0, to_end));
  bytes.remove_prefix(to_end);
  while (!bytes.empty()) {  // the ring is full: over the oldest bytes, in at most two pieces
    const std::size_t piece = std::min(bytes.size(), tail_limit_ - tail_begin_);
    std::memcpy(tail_.data() + tail_begin_, bytes.data(), piece);
    tail_begin_ = (tail_begin_ + piece) % tail_limit_;
    bytes.remove_prefix(piece);
  }
}

bool BoundedOutput::truncated() const {
  return total_ > head_.size() + tail_.size();
}

std::string BoundedOutput::text() const {
  std::string tail = tail_.substr(tail_begin_);
  tail.append(tail_, 0, tail_begin_);
  if (!truncated()) return to_valid_utf8(head_ + tail);

  const std::string_view begin = without_cut_end(head_);
  const std::string_view end = without_cut_begin(tail);
  const std::uint64_t missing = total_ - begin.size() - end.size();
  std::string text = to_valid_utf8(begin);
  if (!text.empty() && text.back() != '\n') text += '\n';
  text += fmt::format("[… {} byte{} left out …]\n", missing, missing == 1 ? "" : "s");
  text += to_valid_utf8(end);
  return text;
}

}  // namespace proctor::supervise
