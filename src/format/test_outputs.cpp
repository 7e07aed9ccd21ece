#include "format/test_outputs.hpp"

#include <algorithm>

#include "base/head_and_tail.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kLeast = 1024;  // of each test, when there is no room for more

}  // namespace

void TestOutputs::turn_to(std::uint64_t number) {
  current_ = number;
}

void TestOutputs::feed(Stream stream, std::string_view bytes) {
  if (bytes.empty()) return;
  if (current_ == 0) {
    recent_ += bytes.substr(bytes.size() - std::min(bytes.size(), keep_));
    if (recent_.size() > 2 * keep_) recent_.erase(0, recent_.size() - keep_);
  }
  Text& text = texts_[current_];
  append(text.both, bytes);
  append(stream == Stream::out ? text.out : text.err, bytes);
}

void TestOutputs::append(std::string& to, std::string_view bytes) {
  const std::size_t before = to.size();
  append_cut(to, bytes, room_ > 0 ? keep_ : std::min(keep_, kLeast));
  room_ += before;
  room_ -= std::min(room_, to.size());
}

const TestOutputs::Text& TestOutputs::text(std::uint64_t number) const {
  static const Text kNothing;
  const auto found = texts_.find(number);
  return found == texts_.end() ? kNothing : found->second;
}

}  // namespace proctor::format
