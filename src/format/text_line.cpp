#include "format/text_line.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace proctor::format {

std::string plain_line(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  std::string plain;
  plain.reserve(line.size());
  while (!line.empty()) {
    if (plain.empty() && line.front() == '\r') {
      line.remove_prefix(1);
      continue;
    }
    const std::size_t escape = std::min(line.find('\x1b'), line.size());
    plain.append(line.substr(0, escape));
    line.remove_prefix(escape);
    if (!line.empty()) line.remove_prefix(escape_length(line));
  }
  plain.erase(plain.find_last_not_of(" \t\r") + 1);
  return plain;
}

void LineBuffer::append(std::string_view bytes) {
  size_ += bytes.size();
  const std::size_t fits = std::min(bytes.size(), kHead - head_.size());
  head_.append(bytes.substr(0, fits));
  bytes.remove_prefix(fits);
  if (bytes.size() > kTail) {
    tail_.clear();
    bytes.remove_prefix(bytes.size() - kTail);
  }
  tail_.append(bytes);
  if (tail_.size() > 2 * kTail) tail_.erase(0, tail_.size() - kTail);
}

void LineBuffer::clear() {
  size_ = 0;
  head_.clear();
  tail_.clear();
}

std::string LineBuffer::take() {
  if (tail_.size() > kTail) tail_.erase(0, tail_.size() - kTail);
  std::string line = plain_line(head_ + (size_ > kHead + kTail ? "…" : "") + tail_);
  clear();
  return line;
}

}  // namespace proctor::format
