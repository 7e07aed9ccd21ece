#include "base/json.hpp"

#include <fmt/format.h>

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "base/text.hpp"

namespace proctor {
namespace {

constexpr std::size_t kMaxDepth = 128;

void make_valid(json::value& value) {
  if (auto* text = value.if_string()) {
    if (!is_valid_utf8(*text)) *text = to_valid_utf8(*text);
  } else if (auto* array = value.if_array()) {
    for (json::value& item : *array) make_valid(item);
  } else if (auto* object = value.if_object()) {
    json::object fixed;
    bool bad_key = false;
    for (auto& member : *object) {
      make_valid(member.value());
      bad_key = bad_key || !is_valid_utf8(member.key());
    }
    if (!bad_key) return;
    for (auto& member : *object) fixed[to_valid_utf8(member.key())] = std::move(member.value());
    *object = std::move(fixed);
  }
}

// Follows the objects of a document and nothing else.
struct DuplicateKeys {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  using View = json::string_view;
  using Code = json::error_code;

  std::string found{};
  std::vector<std::set<std::string>> objects{};
  std::string key{};

  bool on_object_begin(Code&) { return objects.emplace_back(), true; }
  bool on_object_end(std::size_t, Code&) { return objects.pop_back(), true; }
  bool on_key_part(View part, std::size_t, Code&) { return key.append(part.data(), part.size()), true; }
  bool on_key(View part, std::size_t, Code&) {
    key.append(part.data(), part.size());
    if (!objects.back().insert(key).second && found.empty()) found = key;
    key.clear();
    return true;
  }
  bool on_document_begin(Code&) { return true; }
  bool on_document_end(Code&) { return true; }
  bool on_array_begin(Code&) { return true; }
  bool on_array_end(std::size_t, Code&) { return true; }
  bool on_string_part(View, std::size_t, Code&) { return true; }
  bool on_string(View, std::size_t, Code&) { return true; }
  bool on_number_part(View, Code&) { return true; }
  bool on_int64(std::int64_t, View, Code&) { return true; }
  bool on_uint64(std::uint64_t, View, Code&) { return true; }
  bool on_double(double, View, Code&) { return true; }
  bool on_bool(bool, Code&) { return true; }
  bool on_null(Code&) { return true; }
  bool on_comment_part(View, Code&) { return true; }
  bool on_comment(View, Code&) { return true; }
};

// Boost's own writer has doubles as 5.4173E1; fmt's shortest form reads 54.173 and is the same number.
void write_scalar(std::string& out, const json::value& value) {
  if (const double* number = value.if_double()) {
    out += std::isfinite(*number) ? fmt::format("{}", *number) : "null";
  } else {
    out += json::serialize(value);
  }
}

// Without an indent: one line.
class Writer {
 public:
  explicit Writer(std::optional<std::size_t> indent) : indent_(indent) {}

  std::string write(const json::value& value) && {
    add(value, 0);
    return std::move(out_);
  }

 private:
  void add(const json::value& value, std::size_t depth) {
    if (const auto* object = value.if_object()) {
      add_list(*object, '{', '}', depth, [&](const json::key_value_pair& member) {
        out_ += json::serialize(json::value(member.key()));
        out_ += indent_ ? ": " : ":";
        add(member.value(), depth + 1);
      });
    } else if (const auto* array = value.if_array()) {
      add_list(*array, '[', ']', depth, [&](const json::value& item) { add(item, depth + 1); });
    } else {
      write_scalar(out_, value);
    }
  }

  template <typename List, typename Add>
  void add_list(const List& list, char open, char close, std::size_t depth, Add add_one) {
    out_ += open;
    bool first = true;
    for (const auto& entry : list) {
      if (!std::exchange(first, false)) out_ += ',';
      new_line(depth + 1);
      add_one(entry);
    }
    if (!list.empty()) new_line(depth);
    out_ += close;
  }

  void new_line(std::size_t depth) {
    if (!indent_) return;
    out_ += '\n';
    out_.append(depth * *indent_, ' ');
  }

  std::optional<std::size_t> indent_;
  std::string out_{};
};

}  // namespace

Result<json::value> parse_json(std::string_view text) {
  json::parse_options options;
  options.max_depth = kMaxDepth;
  json::error_code error;
  json::stream_parser parser({}, options);
  const std::size_t consumed = parser.write_some(text.data(), text.size(), error);
  if (!error) {
    // Not of a document that is done: to the parser, what follows it is the beginning of more.
    if (!parser.done()) parser.finish(error);
    if (!error) {
      const std::size_t rest = text.find_first_not_of(" \t\r\n", consumed);
      if (rest == std::string_view::npos) return parser.release();
      return fail(ErrorCode::invalid_request,
                  fmt::format("not valid JSON: something follows the document at byte {}", rest));
    }
  }
  return fail(ErrorCode::invalid_request,
              fmt::format("not valid JSON: {} at byte {}", error.message(), consumed));
}

std::string duplicate_key(std::string_view text) {
  json::parse_options options;
  options.max_depth = kMaxDepth;
  json::basic_parser<DuplicateKeys> parser(options);
  json::error_code error;
  parser.write_some(false, text.data(), text.size(), error);
  return parser.handler().found;
}

std::string to_json_line(const json::value& value) {
  json::value valid = value;
  make_valid(valid);
  return Writer(std::nullopt).write(valid);
}

std::string to_json_pretty(const json::value& value) {
  json::value valid = value;
  make_valid(valid);
  return Writer(2).write(valid);
}

std::string text_field(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace proctor
