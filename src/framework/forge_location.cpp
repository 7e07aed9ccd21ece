#include "framework/forge_location.hpp"

#include <cctype>
#include <map>

#include "base/files.hpp"

namespace proctor::framework {
namespace {

constexpr std::uint64_t kLargestSource = 8U << 20U;

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// Reads Solidity as words and single characters; comments and strings are no words.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  // The next word or punctuation character; empty at the end.
  std::string_view next() {
    skip();
    if (at_ >= text_.size()) return {};
    const std::size_t begin = at_;
    if (!is_name(text_[at_])) return text_.substr(at_++, 1);
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  int line() const { return line_; }

 private:
  void advance() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }

  void skip_until(std::string_view end) {
    while (at_ < text_.size() && text_.substr(at_, end.size()) != end) advance();
    for (std::size_t i = 0; i < end.size() && at_ < text_.size(); ++i) advance();
  }

  void skip_string(char quote) {
    advance();
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) advance();
      advance();
    }
    if (at_ < text_.size()) advance();
  }

  void skip() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (text_.substr(at_, 2) == "//") {
        skip_until("\n");
      } else if (text_.substr(at_, 2) == "/*") {
        skip_until("*/");
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        advance();
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

std::optional<int> solidity_function_line(std::string_view source, std::string_view contract,
                                          std::string_view function) {
  Words words(source);
  int depth = 0;
  bool named = false;   // "contract NAME" was read, its body comes next
  bool inside = false;  // in its body, at depth 1
  std::string_view before;
  for (std::string_view word = words.next(); !word.empty(); before = word, word = words.next()) {
    if (depth == 0 && before == "contract" && word == contract) named = true;
    if (word == "{" && ++depth == 1 && named) inside = true;
    if (word == "}" && --depth == 0) inside = named = false;
    if (depth < 0) return std::nullopt;
    if (inside && depth == 1 && before == "function" && word == function) return words.line();
  }
  return std::nullopt;
}

void locate_tests(const std::filesystem::path& root, std::vector<Suite>& suites) {
  std::map<std::string, std::string> sources;
  for (Suite& suite : suites) {
    if (suite.file.empty()) continue;
    auto source = sources.find(suite.file);
    if (source == sources.end()) {
      source =
          sources.emplace(suite.file, read_file(root / suite.file, kLargestSource).value_or(std::string()))
              .first;
    }
    for (Case& test : suite.cases) {
      const std::string_view function = std::string_view(test.name).substr(0, test.name.find('('));
      test.location = Location{suite.file, solidity_function_line(source->second, suite.name, function)};
    }
  }
}

}  // namespace proctor::framework
