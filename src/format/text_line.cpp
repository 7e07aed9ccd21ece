#include "format/text_line.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace proctor::format {
namespace {

constexpr char kEscapeByte = '\x1b';

}  // namespace

// Colours and the like (ESC [ … letter), titles and links (ESC ] … BEL or ESC \), those with intermediate
// bytes, and those of two bytes.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  std::size_t i = 2;
  if (text[1] == '[') {
    while (i < text.size() && (text[i] < 0x40 || text[i] > 0x7E)) ++i;
    return std::min(i + 1, text.size());
  }
  if (text[1] >= 0x20 && text[1] <= 0x2F) {  // a choice of letters, as `tput sgr0` makes it: ESC ( B
    while (i < text.size() && text[i] >= 0x20 && text[i] <= 0x2F) ++i;
    return std::min(i + 1, text.size());
  }
  if (text[1] != ']') return 2;
  for (; i < text.size(); ++i) {
    if (text[i] == '\a') return i + 1;
    if (text[i] == kEscapeByte && i + 1 < text.size() && text[i + 1] == '\\') return i + 2;
  }
  return text.size();
}

std::string plain_line(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  std::string plain;
  plain.reserve(line.size());
  while (!line.empty()) {
    if (plain.empty() && line.front() == '\r') {
      line.remove_prefix(1);
      continue;
    }
    const std::size_t escape = std::min(line.find(kEscapeByte), line.size());
    plain.append(line.substr(0, escape));
    line.remove_prefix(escape);
    if (!line.empty()) line.remove_prefix(escape_length(line));
  }
  plain.erase(plain.find_last_not_of(" \t\r") + 1);
  return plain;
}

std::vector<std::string_view> short_lines(std::string_view text) {
  constexpr std::size_t kLongest = 300;
  std::vector<std::string_view> lines;
  for (std::string_view line : split_lines(text)) {
    line = trim(line);
    if (!line.empty() && line.size() <= kLongest) lines.push_back(line);
  }
  return lines;
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
