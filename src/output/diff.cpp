#include "output/diff.hpp"

#include <algorithm>

namespace proctor::output {
namespace {

std::string_view without_blanks(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

}  // namespace

Diff::Diff(std::span<const std::string> lines) {
  const auto any = [&](std::string_view begin) {
    return std::ranges::any_of(
        lines, [&](std::string_view line) { return without_blanks(line).starts_with(begin); });
  };
  if (!any("- ") || !any("+ ")) return;
  minus_ = any("- Expected ") || any("- Snapshot ") ? Side::good : Side::bad;
  plus_ = minus_ == Side::good ? Side::bad : Side::good;
}

Diff::Side Diff::of(std::string_view line) const {
  const std::string_view text = without_blanks(line);
  return text.starts_with('-') ? minus_ : text.starts_with('+') ? plus_ : Side::none;
}

}  // namespace proctor::output
