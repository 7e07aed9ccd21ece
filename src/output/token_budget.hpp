// Text within a budget of tokens, for readers who pay for each.
//
// How many tokens a text has depends on the reader's tokenizer. Here it is estimated: four bytes of ASCII are
// one token, any other character is one by itself. That is near enough for English and for code; long hex
// numbers have more than the estimate.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace proctor::output {

std::size_t estimated_tokens(std::string_view text);

class BudgetedText {
 public:
  explicit BudgetedText(std::size_t max_tokens);

  /// Tokens that are left, rounded down.
  std::size_t left() const { return left_ / 4; }
  /// Adds a line and says yes, or says no if it doesn't fit beside what is reserved.
  bool line(std::string_view text, std::size_t reserved_tokens = 0);
  /// Adds as much of the line as fits, with "…" where it was cut.
  void cut_line(std::string_view text, std::size_t reserved_tokens = 0);
  std::string take() { return std::move(out_); }

 private:
  std::size_t left_;  // in quarters of a token
  std::string out_;
};

/// The longest beginning of the text that has at most that many tokens; never ends inside of a character.
std::string_view token_prefix(std::string_view text, std::size_t tokens);
/// The longest end of it.
std::string_view token_suffix(std::string_view text, std::size_t tokens);

}  // namespace proctor::output
