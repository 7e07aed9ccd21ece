#include "source/patterns.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "source/walk.hpp"

namespace proctor::source {
namespace {

// How deep a pattern may go before it is left to tree-sitter.
constexpr int kDeepestPattern = 100;

/// What every match of a part of a pattern has.
struct Needs {
  std::set<std::string> nodes;
  std::set<std::string> captures;

  void and_also(Needs other) {
    nodes.merge(other.nodes);
    captures.merge(other.captures);
  }
  void or_else(const Needs& other) {
    std::erase_if(nodes, [&](const std::string& node) { return !other.nodes.contains(node); });
    std::erase_if(captures, [&](const std::string& capture) { return !other.captures.contains(capture); });
  }
};

/// `#eq? @capture "text"`, `#any-of? @capture "text" …`, and `#match? @capture "text…"`.
struct Condition {
  std::string capture;
  std::vector<std::string> texts;
};

/// The characters that whatever a regular expression matches begins with; empty if it isn't known.
std::string beginning(std::string_view expression) {
  if (expression.starts_with('^')) expression.remove_prefix(1);
  std::size_t size = std::min(expression.find_first_of("\\.+*?()|[]{}^$"), expression.size());
  // What is repeated may be missing, and a choice outside of brackets may choose something else.
  int depth = 0;
  for (std::size_t at = size; at < expression.size(); ++at) {
    if (expression[at] == '\\') {
      ++at;
    } else if (expression[at] == '(') {
      ++depth;
    } else if (expression[at] == ')') {
      --depth;
    } else if (expression[at] == '|' && depth == 0) {
      return {};
    }
  }
  constexpr std::string_view kRepeats = "?*{";
  if (size > 0 && size < expression.size() && kRepeats.find(expression[size]) != std::string_view::npos) {
    const auto continues = [&](std::size_t at) {
      return (static_cast<unsigned char>(expression[at]) & 0xC0U) == 0x80U;
    };
    do --size;
    while (size > 0 && continues(size));
  }
  return std::string(expression.substr(0, size));
}

/// Reads S-expressions. Nothing is returned where they aren't understood.
class Reader {
 public:
  Reader(const Grammar& grammar, std::string_view text) : language_(grammar.language()), text_(text) {}

  std::optional<std::vector<Pattern>> read() {
    std::vector<Pattern> patterns;
    skip_blanks();
    while (at_ < text_.size()) {
      conditions_.clear();
      lone_.emplace();
      Pattern pattern;
      pattern.begin = at_;
      auto needs = form(0);
      if (!needs) return std::nullopt;
      pattern.end = at_;
      pattern.nodes = std::move(needs->nodes);
      for (Condition& condition : conditions_)
        if (needs->captures.contains(condition.capture)) pattern.texts.push_back(std::move(condition.texts));
      if (lone_ && !lone_->type.empty()) pattern.lone = std::move(lone_);
      patterns.push_back(std::move(pattern));
      skip_blanks();
    }
    return patterns;
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (next() == ';') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (std::string_view(" \t\r\n").find(next()) != std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  std::string atom() {
    const std::size_t begin = at_;
    const auto part = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '-' || c == '.' || c == '?' || c == '!';
    };
    while (at_ < text_.size() && part(next())) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::optional<std::string> string() {
    ++at_;
    std::string value;
    for (; at_ < text_.size() && next() != '\n'; ++at_) {
      if (next() == '"') {
        ++at_;
        return value;
      }
      if (next() == '\\') {
        if (++at_ == text_.size()) return std::nullopt;
        const char c = next();
        value += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == '0' ? '\0' : c;
      } else {
        value += next();
      }
    }
    return std::nullopt;
  }

  /// `#name …)`; its conditions are noted.
  bool predicate() {
    ++at_;
    const std::string name = atom();
    Statement statement{name, {}};
    Condition condition;
    bool strings = true;
    for (skip_blanks(); next() != ')'; skip_blanks()) {
      if (next() == '"') {
        auto value = string();
        if (!value) return false;
        statement.words.push_back({.is_capture = false, .capture = 0, .text = *value});
        condition.texts.push_back(*std::move(value));
      } else if (next() == '@') {
        ++at_;
        // Two captures that are compared say nothing about the text.
        strings = condition.capture.empty();
        condition.capture = atom();
        if (lone_) {
          const auto index = std::ranges::find(lone_->captures, condition.capture) - lone_->captures.begin();
          statement.words.push_back(
              {.is_capture = true, .capture = static_cast<std::uint32_t>(index), .text = {}});
          if (static_cast<std::size_t>(index) == lone_->captures.size()) lone_.reset();
        }
      } else if (std::string word = atom(); word.empty()) {
        return false;
      } else {
        statement.words.push_back({.is_capture = false, .capture = 0, .text = std::move(word)});
      }
    }
    ++at_;
    if (lone_) lone_->statements.push_back(std::move(statement));
    if (!strings || condition.texts.empty()) return true;
    if (name == "match?") {
      condition.texts = {beginning(condition.texts.front())};
      if (!condition.texts.front().empty()) conditions_.push_back(std::move(condition));
    } else if (name == "eq?" || name == "any-of?") {
      conditions_.push_back(std::move(condition));
    }
    return true;
  }

  /// The rest of `(node …)`, of a group `(… …)` or of a choice `[… …]`, with its closing bracket.
  std::optional<Needs> items(char close, int depth) {
    Needs needs;
    bool first = true;
    for (skip_blanks(); next() != close; skip_blanks()) {
      if (at_ >= text_.size()) return std::nullopt;
      if (close == ')' && next() == '.') {
        ++at_;
        lone_.reset();
        continue;
      }
      if (close == ')' && next() == '!') {
        ++at_;
        lone_.reset();
        if (atom().empty()) return std::nullopt;
        continue;
      }
      if (close == ')' && next() == '(' && text_.substr(at_).starts_with("(#")) {
        ++at_;
        if (!predicate()) return std::nullopt;
        continue;
      }
      auto one = form(depth + 1);
      if (!one) return std::nullopt;
      if (close == ')' || first) {
        needs.and_also(*std::move(one));
      } else {
        needs.or_else(*one);
      }
      first = false;
    }
    ++at_;
    return needs;
  }

  /// Only a node that can be in a tree is needed: a supertype stands for others, and of what the grammar
  /// doesn't know tree-sitter is to complain.
  bool is_node(const std::string& name) const {
    const TSSymbol symbol =
        ts_language_symbol_for_name(language_, name.data(), static_cast<std::uint32_t>(name.size()), true);
    return symbol != 0 && name != "ERROR" &&
           ts_language_symbol_type(language_, symbol) == TSSymbolTypeRegular;
  }

  std::optional<Needs> form(int depth) {
    if (depth > kDeepestPattern) return std::nullopt;
    std::optional<Needs> needs;
    bool is_alone = false;
    if (next() == '(' || next() == '[') {
      const char close = next() == '(' ? ')' : ']';
      ++at_;
      skip_blanks();
      std::string name;
      if (close == ')' && next() != '.' && next() != '!') name = atom();
      // (supertype/subtype) and (MISSING …) are rare.
      if (next() == '/' || name == "MISSING") return std::nullopt;
      const bool node = !name.empty() && is_node(name);
      is_alone = node && lone_ && lone_->type.empty();
      if (is_alone)
        lone_->type = name;
      else if (!name.empty() || close == ']' || depth > 0)
        lone_.reset();
      needs = items(close, depth);
      if (needs && node) needs->nodes.insert(name);
    } else if (next() == '"') {
      lone_.reset();
      if (string()) needs = Needs();
    } else {
      lone_.reset();
      const std::string name = atom();
      if (name.empty()) return std::nullopt;
      if (next() == ':') {
        ++at_;
        skip_blanks();
        return form(depth + 1);
      }
      if (name == "_") needs = Needs();
    }
    if (!needs) return std::nullopt;

    bool optional = false;
    for (skip_blanks();; skip_blanks()) {
      if (next() == '*' || next() == '?') {
        ++at_;
        optional = true;
        lone_.reset();
      } else if (next() == '+') {
        ++at_;
        lone_.reset();
      } else if (next() == '@') {
        ++at_;
        const std::string capture = atom();
        if (lone_ && is_alone)
          lone_->captures.push_back(capture);
        else
          lone_.reset();
        needs->captures.insert(capture);
      } else {
        return optional ? Needs() : needs;
      }
    }
  }

  const TSLanguage* language_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Condition> conditions_;
  std::optional<LoneNode> lone_;  // of the pattern; nothing once it is seen to be about more
};

}  // namespace

std::vector<Pattern> split_patterns(const Grammar& grammar, std::string_view query) {
  std::vector<Pattern> patterns =
      Reader(grammar, query)
          .read()
          .value_or(std::vector<Pattern>{{.begin = 0, .end = query.size(), .nodes = {}, .texts = {}}});
  for (Pattern& pattern : patterns) {
    const std::string_view text = query.substr(pattern.begin, pattern.end - pattern.begin);
    pattern.skips = text.find("@skip") != std::string_view::npos;
  }
  return patterns;
}

std::set<std::string_view> node_types(const TSTree& tree) {
  // Symbols are small numbers, and there are many more nodes than kinds of them.
  std::vector<bool> seen;
  std::set<std::string_view> types;
  walk(tree, [&](TSNode node) {
    const TSSymbol symbol = ts_node_symbol(node);
    if (symbol >= seen.size()) seen.resize(symbol + std::size_t{1});
    if (!seen[symbol]) {
      seen[symbol] = true;
      types.insert(ts_node_type(node));
    }
    return true;
  });
  return types;
}

bool may_be_in(const Pattern& pattern, std::string_view text) {
  const auto in_text = [&](const std::string& word) { return text.find(word) != std::string_view::npos; };
  return std::ranges::all_of(pattern.texts, [&](const std::vector<std::string>& words) {
    return std::ranges::any_of(words, in_text);
  });
}

bool may_match(const Pattern& pattern, const std::set<std::string_view>& types) {
  return std::ranges::all_of(pattern.nodes, [&](const std::string& node) { return types.contains(node); });
}

}  // namespace proctor::source
