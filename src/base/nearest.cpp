#include "base/nearest.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace proctor {
namespace {

constexpr std::size_t kLongest = 200;

std::string lower(std::string_view text) {
  std::string result(text.substr(0, kLongest));
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
  one = one.substr(0, kLongest);
  other = other.substr(0, kLongest);
  std::vector<std::size_t> before_last, last(other.size() + 1), row(other.size() + 1);
  for (std::size_t j = 0; j <= other.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const std::size_t changed = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, row);
  }
  return last[other.size()];
}

std::vector<std::string> nearest(std::string_view written, const std::vector<std::string>& names,
                                 std::size_t most) {
  const std::string wanted = lower(written);
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& name : names) {
    const std::string known = lower(name);
    const std::size_t distance = edit_distance(wanted, known);
    const bool begins = wanted.size() >= 2 && known.starts_with(wanted);
    if (begins || distance * 3 <= std::max(wanted.size(), known.size()))
      found.emplace_back(begins ? 1 : distance, name);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min(most, found.size()); ++i) result.push_back(std::move(found[i].second));
  return result;
}

}  // namespace proctor
