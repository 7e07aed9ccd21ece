#include "framework/solidity_tokens.hpp"

#include <cctype>

namespace proctor::framework {
namespace {

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// Solidity ends a line at any of these; the rest of a "//" comment ends there, too.
bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

}  // namespace

void SolidityTokens::advance() {
  if (source_[at_] == '\n') ++line_;
  ++at_;
}

void SolidityTokens::skip_until(std::string_view end) {
  while (!at_end() && source_.substr(at_, end.size()) != end) advance();
  for (std::size_t i = 0; i < end.size() && !at_end(); ++i) advance();
}

void SolidityTokens::skip_blanks() {
  while (!at_end()) {
    if (source_.substr(at_, 2) == "//") {
      while (!at_end() && !is_line_end(source_[at_])) advance();
    } else if (source_.substr(at_, 2) == "/*") {
      at_ += 2;
      skip_until("*/");
    } else if (std::isspace(static_cast<unsigned char>(source_[at_])) != 0) {
      advance();
    } else {
      return;
    }
  }
}

SolidityToken SolidityTokens::string(char quote) {
  const int line = line_;
  advance();
  const std::size_t begin = at_;
  while (!at_end() && source_[at_] != quote && !is_line_end(source_[at_])) {
    if (source_[at_] == '\\' && at_ + 1 < source_.size()) advance();
    advance();
  }
  const std::string_view text = source_.substr(begin, at_ - begin);
  if (!at_end()) advance();
  return {SolidityToken::Kind::string, text, line};
}

SolidityToken SolidityTokens::next() {
  skip_blanks();
  if (at_end()) return {SolidityToken::Kind::end, {}, line_};
  const char c = source_[at_];
  if (c == '"' || c == '\'') return string(c);
  const std::size_t begin = at_;
  if (!is_name(c)) {
    ++at_;
    return {SolidityToken::Kind::punctuation, source_.substr(begin, 1), line_};
  }
  while (!at_end() && is_name(source_[at_])) ++at_;
  return {SolidityToken::Kind::word, source_.substr(begin, at_ - begin), line_};
}

}  // namespace proctor::framework
