#include "agents/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.hpp"

namespace proctor::agents {
namespace {

constexpr int kDeepest = 100;
constexpr std::string_view kBlanks = " \t\r\n";

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<JsonNode> read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    JsonNode root;
    skip();
    if (!value(root, 0)) return bad();
    skip();
    return at_ == text_.size() ? Result<JsonNode>(std::move(root)) : bad();
  }

 private:
  Result<JsonNode> bad() const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    return fail(ErrorCode::invalid_request, fmt::format("line {} isn't JSON", line));
  }

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // Blanks and comments.
  void skip() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (kBlanks.find(rest[0]) != kBlanks.npos) {
        ++at_;
      } else if (rest.starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == text_.npos) return;
        at_ = end + 2;
      } else {
        return;
      }
    }
  }

  bool value(JsonNode& node, int depth) {
    node.begin = at_;
    if (next() == '{' || next() == '[') return depth < kDeepest && container(node, depth);
    if (next() == '"') {
      if (!string()) return false;
    } else {
      at_ = std::min(text_.find_first_of(" \t\r\n,]}/:", at_), text_.size());
    }
    node.end = at_;
    return node.end > node.begin && parse_json(text_.substr(node.begin, node.end - node.begin)).has_value();
  }

  bool string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ >= text_.size()) {
      at_ = text_.size();
      return false;
    }
    ++at_;
    return true;
  }

  bool container(JsonNode& node, int depth) {
    const bool is_object = next() == '{';
    node.kind = is_object ? JsonNode::Kind::object : JsonNode::Kind::array;
    const char close = is_object ? '}' : ']';
    ++at_;
    for (skip(); next() != close; skip()) {
      if (!node.items.empty() && node.items.back().comma == 0) return false;
      JsonNode item{.item = at_};
      if (is_object && !key(item)) return false;
      if (!value(item, depth + 1)) return false;
      skip();
      if (next() == ',') item.comma = at_++;
      node.items.push_back(std::move(item));
    }
    node.end = ++at_;
    return true;
  }

  bool key(JsonNode& item) {
    const std::size_t begin = at_;
    if (next() != '"' || !string()) return false;
    const auto name = parse_json(text_.substr(begin, at_ - begin));
    if (!name || !name->is_string()) return false;
    item.key = std::string(name->as_string());
    skip();
    if (next() != ':') return false;
    ++at_;
    skip();
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string_view newline_of(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != text.npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

std::string_view indent_at(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1);
  const std::size_t line = before == text.npos ? 0 : before + 1;
  return text.substr(line, std::min(text.find_first_not_of(" \t", line), text.size()) - line);
}

// One level, as the first line that is indented has it.
std::string_view indent_unit(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; ++at) {
    const std::string_view indent = indent_at(text, at + 1);
    if (!indent.empty() && at + 1 + indent.size() < text.size() && text[at + 1 + indent.size()] != '*')
      return indent;
  }
  return "  ";
}

bool begins_its_line(std::string_view text, std::size_t at) {
  const std::size_t before = text.find_last_not_of(" \t", at - 1);
  return before != text.npos && text[before] == '\n';
}

// Behind a comment that follows on the same line.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  const std::size_t begin = text.find_first_not_of(" \t", at);
  if (begin == text.npos) return at;
  const std::string_view rest = text.substr(begin);
  if (rest.starts_with("//")) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    if (text[end - 1] == '\r') --end;
    return end;
  }
  if (!rest.starts_with("/*")) return at;
  const std::size_t end = text.find("*/", begin);
  return end != text.npos && text.substr(begin, end - begin).find('\n') == text.npos ? end + 2 : at;
}

std::size_t before_blanks(std::string_view text, std::size_t at) {
  const std::size_t last = at == 0 ? text.npos : text.find_last_not_of(kBlanks, at - 1);
  return last == text.npos ? 0 : last + 1;
}

std::string append_to_empty(std::string_view text, const JsonNode& container, std::string_view item) {
  const std::string_view inner = text.substr(container.begin + 1, container.end - container.begin - 2);
  const std::size_t kept = container.begin + 1 + before_blanks(inner, inner.size());  // comments
  const std::string_view trimmed = text.substr(0, before_blanks(text, text.size()));
  const bool one_line =
      trimmed.find('\n') == trimmed.npos && trimmed.size() > container.end - container.begin;
  std::string out(text.substr(0, kept));
  if (one_line) {
    out += item;
  } else {
    const std::string_view base = indent_at(text, container.begin);
    for (const std::string_view part :
         {newline_of(text), base, indent_unit(text), item, newline_of(text), base})
      out += part;
  }
  out += text.substr(container.end - 1);
  return out;
}

}  // namespace

const JsonNode* JsonNode::member(std::string_view name) const {
  // The last one counts, as for every parser.
  const auto found =
      std::find_if(items.rbegin(), items.rend(), [&](const JsonNode& each) { return each.key == name; });
  return kind == Kind::object && found != items.rend() ? &*found : nullptr;
}

Result<JsonNode> read_json_text(std::string_view text) {
  return Reader(text).read();
}

std::string append_item(std::string_view text, const JsonNode& container, std::string_view item) {
  if (container.items.empty()) return append_to_empty(text, container, item);
  const JsonNode& last = container.items.back();
  const std::size_t behind = last.comma != 0 ? last.comma + 1 : last.end;
  const bool own_line = begins_its_line(text, last.item);
  const std::size_t place = own_line ? behind_comment(text, behind) : behind;
  std::string out(text.substr(0, behind));
  if (last.comma == 0) out += ',';
  out += text.substr(behind, place - behind);
  if (own_line)
    (out += newline_of(text)) += indent_at(text, last.item);
  else
    out += ' ';
  out += item;
  if (last.comma != 0) out += ',';
  out += text.substr(place);
  return out;
}

std::string remove_item(std::string_view text, const JsonNode& container, std::size_t index) {
  const JsonNode& item = container.items[index];
  std::size_t begin = before_blanks(text, item.item);
  std::size_t end = item.comma != 0 ? item.comma + 1 : item.end;
  std::string out(text);
  if (container.items.size() == 1) {
    if (begin == container.begin + 1 && text.find_first_not_of(kBlanks, end) == container.end - 1)
      end = container.end - 1;
    return out.erase(begin, end - begin);
  }
  if (index + 1 < container.items.size() && index == 0 && !begins_its_line(text, item.item))
    end = std::min(text.find_first_not_of(" \t", end), text.size());
  out.erase(begin, end - begin);
  const JsonNode* before = index > 0 ? &container.items[index - 1] : nullptr;
  if (before != nullptr && index + 1 == container.items.size() && item.comma == 0)
    out.erase(before->comma, 1);
  return out;
}

std::string json_string(std::string_view text) {
  return to_json_line(json::string(text));
}

}  // namespace proctor::agents
