#include "base/json.hpp"

#include <fmt/format.h>

#include <boost/json/src.hpp>

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

void write_pretty(std::string& out, const json::value& value, std::size_t indent) {
  const auto newline = [&out](std::size_t by) {
    out += '\n';
    out.append(by, ' ');
  };
  if (const auto* object = value.if_object(); object && !object->empty()) {
    out += '{';
    bool first = true;
    for (const auto& member : *object) {
      if (!std::exchange(first, false)) out += ',';
      newline(indent + 2);
      out += json::serialize(json::value(member.key()));
      out += ": ";
      write_pretty(out, member.value(), indent + 2);
    }
    newline(indent);
    out += '}';
  } else if (const auto* array = value.if_array(); array && !array->empty()) {
    out += '[';
    bool first = true;
    for (const json::value& item : *array) {
      if (!std::exchange(first, false)) out += ',';
      newline(indent + 2);
      write_pretty(out, item, indent + 2);
    }
    newline(indent);
    out += ']';
  } else {
    out += json::serialize(value);
  }
}

}  // namespace

Result<json::value> parse_json(std::string_view text) {
  json::parse_options options;
  options.max_depth = kMaxDepth;
  json::error_code error;
  json::stream_parser parser({}, options);
  const std::size_t consumed = parser.write_some(text.data(), text.size(), error);
  if (!error) {
    parser.finish(error);
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

std::string to_json_line(const json::value& value) {
  json::value valid = value;
  make_valid(valid);
  return json::serialize(valid);
}

std::string to_json_pretty(const json::value& value) {
  json::value valid = value;
  make_valid(valid);
  std::string out;
  write_pretty(out, valid, 0);
  return out;
}

}  // namespace proctor
