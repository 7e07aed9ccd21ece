#include "format/test_outputs.hpp"

#include <algorithm>

namespace proctor::format {
namespace {

std::size_t place_of(Stream stream) {
  return stream == Stream::out ? 0 : 1;
}

}  // namespace

void TestOutputs::turn_to(std::uint64_t number) {
  if (number == current_) return;
  current_ = number;
  for (std::string& text : beyond_) text.clear();
}

void TestOutputs::feed(Stream stream, std::string_view bytes) {
  if (bytes.empty()) return;
  if (current_ == 0) {
    recent_ += bytes.substr(bytes.size() - std::min(bytes.size(), keep_));
    if (recent_.size() > 2 * keep_) recent_.erase(0, recent_.size() - keep_);
  }
  Text& text = texts_[current_];
  append(text.both, bytes);
  bytes.remove_prefix(append(stream == Stream::out ? text.out : text.err, bytes));
  std::string& beyond = beyond_.at(place_of(stream));
  beyond += bytes.substr(bytes.size() - std::min(bytes.size(), keep_));
  if (beyond.size() > 2 * keep_) beyond.erase(0, beyond.size() - keep_);
}

std::string_view TestOutputs::beyond(Stream stream, std::uint64_t number) const {
  if (current_ != number) return {};
  const std::string_view all = beyond_.at(place_of(stream));
  return all.substr(all.size() - std::min(all.size(), keep_));
}

// Returns how many of the bytes are kept.
std::size_t TestOutputs::append(std::string& to, std::string_view bytes) {
  const std::size_t count = std::min({bytes.size(), keep_ - std::min(keep_, to.size()), room_});
  to += bytes.substr(0, count);
  room_ -= count;
  return count;
}

const TestOutputs::Text& TestOutputs::text(std::uint64_t number) const {
  static const Text kNothing;
  const auto found = texts_.find(number);
  return found == texts_.end() ? kNothing : found->second;
}

}  // namespace proctor::format
