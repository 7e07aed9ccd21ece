#include "history/run_id.hpp"

#include <algorithm>

namespace proctor::history {

constexpr std::size_t kTail = 8;

bool could_be_run_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdef-") == std::string_view::npos;
}

std::string tail_of(std::string_view id) {
  return std::string(id.substr(id.rfind('-') + 1));
}

bool is_meant(std::string_view id, std::string_view asked) {
  return !asked.empty() && (id.starts_with(asked) || tail_of(id).starts_with(asked));
}

ShortIds::ShortIds(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) tails_.push_back(tail_of(id));
  std::sort(tails_.begin(), tails_.end());
}

std::string ShortIds::of(std::string_view id) const {
  std::string tail = tail_of(id);
  for (std::size_t length = kShortestTail; length < kTail; ++length) {
    const std::string_view beginning = std::string_view(tail).substr(0, length);
    auto next = std::lower_bound(tails_.begin(), tails_.end(), beginning);
    const auto others = [&] { return next != tails_.end() && next->starts_with(beginning); };
    std::size_t found = 0;
    for (; others() && found < 2; ++next) ++found;
    if (found < 2) return std::string(beginning);
  }
  return tail;
}

}  // namespace proctor::history
