#include "source/patterns.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

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

/// A part of a pattern that was read.
struct Form {
  Needs needs{};
  std::vector<ShapeNode> row{};  // what it is as a shape: one node, or those of a group; empty: it has none
  bool group = false;            // `(… …)`
};

/// Reads S-expressions. Nothing is returned where they aren't understood.
class Reader {
 public:
  Reader(const Grammar& grammar, std::string_view text) : language_(grammar.language()), text_(text) {}

  std::optional<std::vector<Pattern>> read() {
    std::vector<Pattern> patterns;
    skip_blanks();
    while (at_ < text_.size()) {
      conditions_.clear();
      captures_.clear();
      statements_.clear();
      knows_captures_ = true;
      Pattern pattern;
      pattern.begin = at_;
      auto whole = form(0);
      if (!whole) return std::nullopt;
      pattern.end = at_;
      pattern.nodes = std::move(whole->needs.nodes);
      for (Condition& condition : conditions_)
        if (whole->needs.captures.contains(condition.capture))
          pattern.texts.push_back(std::move(condition.texts));
      if (!whole->row.empty() && whole->row.front().field.empty() && knows_captures_)
        pattern.shape = Shape{std::move(whole->row), captures_, statements_};
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
        knows_captures_ =
            knows_captures_ && std::ranges::find(captures_, condition.capture) != captures_.end();
        statement.words.push_back({.is_capture = true, .capture = index_of(condition.capture), .text = {}});
      } else if (std::string word = atom(); word.empty()) {
        return false;
      } else {
        statement.words.push_back({.is_capture = false, .capture = 0, .text = std::move(word)});
      }
    }
    ++at_;
    statements_.push_back(std::move(statement));
    if (!strings || condition.texts.empty()) return true;
    if (name == "match?") {
      condition.texts = {beginning(condition.texts.front())};
      if (!condition.texts.front().empty()) conditions_.push_back(std::move(condition));
    } else if (name == "eq?" || name == "any-of?") {
      conditions_.push_back(std::move(condition));
    }
    return true;
  }

  std::uint32_t index_of(const std::string& capture) {
    const auto found = std::ranges::find(captures_, capture);
    const auto index = static_cast<std::uint32_t>(found - captures_.begin());
    if (found == captures_.end()) captures_.push_back(capture);
    return index;
  }

  /// Whether a shape may go on with it: a node's children stand in fields, but for the first named one, and a
  /// group's nodes right behind one another.
  static bool goes_on(const Form& form, const std::vector<ShapeNode>& row, bool group, bool anchored) {
    if (form.row.size() != 1 || form.group) return false;
    const bool field = !form.row.front().field.empty();
    if (group) return !field && anchored == !row.empty();
    return field ? !anchored : anchored && row.empty();
  }

  struct Items {
    Needs needs;
    std::optional<std::vector<ShapeNode>> row = std::vector<ShapeNode>();  // nothing: they have no shape
  };

  /// The rest of `(node …)`, of a group `(… …)` or of a choice `[… …]`, with its closing bracket.
  std::optional<Items> items(char close, bool group, int depth) {
    Items items;
    bool first = true;
    bool anchored = false;
    for (skip_blanks(); next() != close; skip_blanks()) {
      if (at_ >= text_.size()) return std::nullopt;
      if (close == ')' && next() == '.') {
        ++at_;
        anchored = true;
        continue;
      }
      if (close == ')' && next() == '!') {
        ++at_;
        items.row.reset();
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
      if (items.row && goes_on(*one, *items.row, group, std::exchange(anchored, false))) {
        items.row->push_back(std::move(one->row.front()));
      } else {
        items.row.reset();
      }
      if (close == ')' || first) {
        items.needs.and_also(std::move(one->needs));
      } else {
        items.needs.or_else(one->needs);
      }
      first = false;
    }
    ++at_;
    if (anchored || close == ']') items.row.reset();
    return items;
  }

  /// Only a node that can be in a tree is needed: a supertype stands for others, and of what the grammar
  /// doesn't know tree-sitter is to complain.
  bool is_node(const std::string& name) const {
    const TSSymbol symbol =
        ts_language_symbol_for_name(language_, name.data(), static_cast<std::uint32_t>(name.size()), true);
    return symbol != 0 && name != "ERROR" &&
           ts_language_symbol_type(language_, symbol) == TSSymbolTypeRegular;
  }

  /// `(node …)`, `(… …)` or `[… …]`.
  std::optional<Form> bracketed(int depth) {
    const char close = next() == '(' ? ')' : ']';
    ++at_;
    skip_blanks();
    std::string name;
    if (close == ')' && next() != '.' && next() != '!') name = atom();
    // (supertype/subtype) and (MISSING …) are rare.
    if (next() == '/' || name == "MISSING") return std::nullopt;
    const bool group = close == ')' && name.empty();
    auto within = items(close, group, depth);
    if (!within) return std::nullopt;
    Form form{.needs = std::move(within->needs), .row = {}, .group = group};
    const bool node = !name.empty() && is_node(name);
    if (node) form.needs.nodes.insert(name);
    if (within->row && group) {
      form.row = *std::move(within->row);
    } else if (within->row && node) {
      form.row.push_back({.type = name, .children = *std::move(within->row)});
    }
    return form;
  }

  std::optional<Form> form(int depth) {
    if (depth > kDeepestPattern) return std::nullopt;
    std::optional<Form> form;
    if (next() == '(' || next() == '[') {
      form = bracketed(depth);
    } else if (next() == '"') {
      if (string()) form = Form();
    } else {
      const std::string name = atom();
      if (name.empty()) return std::nullopt;
      if (next() == ':') {
        ++at_;
        skip_blanks();
        auto in_field = this->form(depth + 1);
        if (!in_field || in_field->row.empty()) return in_field;
        if (in_field->group || !in_field->row.front().field.empty()) {
          in_field->row.clear();
        } else {
          in_field->row.front().field = name;
        }
        return in_field;
      }
      if (name == "_") form = Form();
    }
    if (!form) return std::nullopt;

    bool optional = false;
    for (skip_blanks();; skip_blanks()) {
      if (next() == '*' || next() == '?' || next() == '+') {
        optional = optional || next() != '+';
        ++at_;
        form->row.clear();
      } else if (next() == '@') {
        ++at_;
        const std::string capture = atom();
        const std::uint32_t index = index_of(capture);
        if (form->row.size() == 1 && !form->group) {
          form->row.front().captures.push_back(index);
        } else {
          form->row.clear();
        }
        form->needs.captures.insert(capture);
      } else {
        if (optional) form->needs = Needs();
        return form;
      }
    }
  }

  const TSLanguage* language_;
  std::string_view text_;
  std::size_t at_ = 0;
  // Of the pattern.
  std::vector<Condition> conditions_;
  std::vector<std::string> captures_;
  std::vector<Statement> statements_;
  bool knows_captures_ = true;  // no statement is about one that isn't there
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
