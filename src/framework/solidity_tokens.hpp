// Solidity source as tokens, as far as proctor needs to understand it: words, strings and single characters.
// Comments are passed over, so that nothing in them is taken for code.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::framework {

struct SolidityToken {
  enum class Kind { end, word, string, punctuation };

  Kind kind = Kind::end;
  std::string_view text{};  ///< of a string: what stands between its quotes, escapes as they are written
  int line = 0;
};

class SolidityTokens {
 public:
  explicit SolidityTokens(std::string_view source) : source_(source) {}

  /// The next token; of kind `end` when there is none.
  SolidityToken next();

 private:
  bool at_end() const { return at_ >= source_.size(); }
  void advance();
  void skip_until(std::string_view end);
  void skip_blanks();
  SolidityToken string(char quote);

  std::string_view source_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace proctor::framework
