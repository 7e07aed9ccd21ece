// Takes a line of text apart from its beginning.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace proctor::format {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

template <typename List>
bool is_one_of(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Each function takes something off the beginning, or says no and takes nothing of it.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool take(std::string_view literal) {
    if (!rest_.starts_with(literal)) return false;
    rest_.remove_prefix(literal.size());
    return true;
  }
  bool blanks() {
    const std::size_t count = std::min(rest_.find_first_not_of(' '), rest_.size());
    rest_.remove_prefix(count);
    return count > 0;
  }
  std::optional<unsigned> number() {
    unsigned number = 0;
    if (rest_.empty() || !is_digit(rest_.front())) return std::nullopt;
    const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return number;
  }
  /// A number above 0.
  bool some() {
    const auto count = number();
    return count && *count > 0;
  }
  /// "1 failure", "2 failures"
  bool some(std::string_view noun) {
    if (!some() || !take(" ") || !take(noun)) return false;
    take("s");
    return true;
  }
  bool skip_to(std::string_view literal) {
    const std::size_t at = rest_.find(literal);
    if (at == std::string_view::npos) return false;
    rest_.remove_prefix(at + literal.size());
    return true;
  }
  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace proctor::format
