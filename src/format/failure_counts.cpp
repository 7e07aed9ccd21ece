#include "format/failure_counts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/text.hpp"
#include "format/line_cursor.hpp"

namespace proctor::format {
namespace {

constexpr std::string_view kDigits = "0123456789";

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// "1 failed", "2 tests failed", and nothing behind it that makes it a sentence
bool is_named_behind(std::string_view behind) {
  constexpr std::array kNames = std::to_array<std::string_view>(
      {"failed", "failing", "failures", "failure", "fail", "errors", "error"});
  constexpr std::array kContinued =
      std::to_array<std::string_view>({" in ", " out of", " |", " (", " and ", " ="});
  Cursor cursor(behind);
  if (!cursor.take(" ")) return false;
  if (cursor.take("test")) {
    cursor.take("s");
    if (!cursor.take(" ")) return false;
  }
  if (std::none_of(kNames.begin(), kNames.end(),
                   [&cursor](std::string_view name) { return cursor.take(name); }))
    return false;
  const std::string_view rest = cursor.rest();
  return rest.empty() || has(",;|)]}\"'.", rest.substr(0, 1)) ||
         std::any_of(kContinued.begin(), kContinued.end(),
                     [rest](std::string_view begin) { return rest.starts_with(begin); });
}

// "Failures: 1", "failures=1", "\"failures\": 1", "# fail 1"
bool is_named_before(std::string_view before) {
  constexpr std::array kNames = std::to_array<std::string_view>({"failures", "failed", "fail", "errors"});
  const std::size_t end = before.find_last_not_of(" :=(\"\t");
  if (end == std::string_view::npos || end + 1 == before.size()) return false;
  before = before.substr(0, end + 1);
  return std::any_of(kNames.begin(), kNames.end(), [before](std::string_view name) {
    return before.ends_with(name) &&
           (before.size() == name.size() || !is_letter(before[before.size() - name.size() - 1]));
  });
}

bool begins_as_failed(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of("0123456789 \t:>|\""), line.size()));
  if (line.starts_with("not ok ")) return !has(line, "# TODO") && !has(line, "# SKIP");
  return line == "FAIL" || line.starts_with("FAIL\t") || line.starts_with("FAIL ") ||
         line.starts_with("--- FAIL: ");
}

}  // namespace

bool counts_failures(std::string_view line) {
  if (begins_as_failed(line)) return true;
  std::string lower(line);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (!has(lower, "fail") && !has(lower, "error")) return false;
  const std::string_view text = lower;
  std::size_t begin = text.find_first_of(kDigits);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_not_of(kDigits, begin), text.size());
    const std::string_view number = text.substr(begin, end - begin);
    const bool some = number.find_first_not_of('0') != std::string_view::npos;
    const bool part_of_word =
        begin > 0 && (is_letter(text[begin - 1]) || has("._-", text.substr(begin - 1, 1)));
    const bool goes_on = end < text.size() && (is_letter(text[end]) || text[end] == '_');
    if (some && !part_of_word && !goes_on &&
        (is_named_behind(text.substr(end)) || is_named_before(text.substr(0, begin))))
      return true;
    begin = text.find_first_of(kDigits, end);
  }
  return false;
}

}  // namespace proctor::format
