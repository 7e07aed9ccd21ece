#include "service/mcp/id_finder.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <cstdint>
#include <string>

namespace proctor::mcp {
namespace {

constexpr std::size_t kMaxDepth = 128;
constexpr std::size_t kShown = 100;  // levels of a message that are looked at
constexpr std::size_t kMaxText = 256;

}  // namespace

// Follows a document and keeps the members `id` and `method` of the outermost object.
struct IdHandler {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  using View = json::string_view;
  using Code = json::error_code;

  std::size_t depth = 0;
  bool in_object = false;  // the outermost value is one
  std::string key{};
  std::string text{};
  bool text_too_long = false;
  bool has_method = false;
  int ids = 0;
  Id id{};

  bool outermost() const { return depth == 1 && in_object; }
  bool at_id() const { return outermost() && key == "id"; }

  void add(std::string& to, View part) {
    if (!outermost()) return;
    if (to.size() + part.size() > kMaxText) {
      text_too_long = true;
      to.assign(kMaxText, '?');  // so that it can't be taken for a shorter one
      return;
    }
    to.append(part.data(), part.size());
  }
  void found(Id value) {
    if (!at_id()) return;
    ++ids;
    id = std::move(value);
  }

  bool on_object_begin(Code&) {
    if (depth++ == 0) in_object = true;
    return true;
  }
  bool on_object_end(std::size_t, Code&) { return --depth, true; }
  bool on_array_begin(Code&) { return ++depth, true; }
  bool on_array_end(std::size_t, Code&) { return --depth, true; }
  bool on_key_part(View part, std::size_t total, Code&) {
    if (total == part.size()) begin_key();
    add(key, part);
    return true;
  }
  bool on_key(View part, std::size_t total, Code&) {
    if (total == part.size()) begin_key();
    add(key, part);
    text.clear();
    text_too_long = false;
    if (outermost() && key == "method") has_method = true;
    return true;
  }
  void begin_key() {
    if (outermost()) key.clear();
  }
  bool on_string_part(View part, std::size_t, Code&) {
    if (at_id()) add(text, part);
    return true;
  }
  bool on_string(View part, std::size_t, Code&) {
    if (at_id()) add(text, part);
    found(text_too_long ? Id() : Id(text));
    return true;
  }
  bool on_int64(std::int64_t value, View, Code&) { return found(value), true; }
  bool on_uint64(std::uint64_t value, View, Code&) { return found(value), true; }
  bool on_document_begin(Code&) { return true; }
  bool on_document_end(Code&) { return true; }
  bool on_number_part(View, Code&) { return true; }
  bool on_double(double, View, Code&) { return found(nullptr), true; }
  bool on_bool(bool, Code&) { return found(nullptr), true; }
  bool on_null(Code&) { return found(nullptr), true; }
  bool on_comment_part(View, Code&) { return true; }
  bool on_comment(View, Code&) { return true; }
};

namespace {

json::parse_options options() {
  json::parse_options chosen;
  chosen.max_depth = kMaxDepth;
  return chosen;
}

}  // namespace

std::string_view Shallow::feed(std::string_view bytes) {
  left_.clear();
  for (const char c : bytes) {
    const bool closes = !in_string_ && (c == ']' || c == '}');
    if (closes && depth_ > 0) --depth_;
    if (depth_ < kShown) left_ += c;
    if (in_string_) {
      in_string_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == '[' || c == '{') {
      ++depth_;
    }
  }
  return left_;
}

struct IdFinder::State {
  Shallow shallow{};
  json::basic_parser<IdHandler> parser{options()};
  bool failed = false;
};

IdFinder::IdFinder() : state_(std::make_unique<State>()) {}
IdFinder::~IdFinder() = default;
IdFinder::IdFinder(IdFinder&&) noexcept = default;
IdFinder& IdFinder::operator=(IdFinder&&) noexcept = default;

void IdFinder::feed(std::string_view bytes) {
  if (state_->failed) return;
  bytes = state_->shallow.feed(bytes);
  json::error_code error;
  const std::size_t taken = state_->parser.write_some(true, bytes.data(), bytes.size(), error);
  const std::string_view rest = bytes.substr(taken);
  state_->failed = error.failed() || rest.find_first_not_of(" \t\r") != std::string_view::npos;
}

Id IdFinder::finish() {
  if (state_->failed) return {};
  json::error_code error;
  if (!state_->parser.done()) state_->parser.write_some(false, "", 0, error);
  const IdHandler& seen = state_->parser.handler();
  return error.failed() || !seen.has_method || seen.ids != 1 ? Id() : seen.id;
}

}  // namespace proctor::mcp
