#include "service/mcp/jsonrpc.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace proctor::mcp {
namespace {

bool is_id(const json::value& value) {
  return value.is_string() || value.is_int64() || value.is_uint64();
}

Message& refuse(Message& message, int code, std::string why) {
  message.kind = Message::Kind::invalid;
  message.fault = {.code = code, .message = std::move(why)};
  return message;
}

// Of "d83d…" behind a `\u`; 0 if these aren't four hexadecimal digits.
unsigned unit(std::string_view digits) {
  unsigned value = 0;
  const char* const end = digits.data() + std::min<std::size_t>(4, digits.size());
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
  return error == std::errc() && stop == digits.data() + 4 ? value : 0;
}

std::string with_whole_pairs(std::string_view line) {
  std::string whole;
  for (std::size_t at = line.find('\\'); at != std::string_view::npos; at = line.find('\\')) {
    whole += line.substr(0, at);
    line.remove_prefix(at);
    const unsigned first = line.starts_with("\\u") ? unit(line.substr(2)) : 0;
    const bool high = first >= 0xD800 && first <= 0xDBFF;
    const bool low = first >= 0xDC00 && first <= 0xDFFF;
    const unsigned second = high && line.substr(6).starts_with("\\u") ? unit(line.substr(8)) : 0;
    const bool pair = second >= 0xDC00 && second <= 0xDFFF;
    const std::size_t length = pair ? 12 : high || low ? 6 : std::min<std::size_t>(2, line.size());
    whole += !pair && (high || low) ? std::string_view("\\ufffd") : line.substr(0, length);
    line.remove_prefix(length);
  }
  return whole.append(line);
}

}  // namespace

Id id_behind_half_pairs(std::string_view line) {
  const std::string whole = with_whole_pairs(line);
  auto value = parse_json(whole);
  if (whole == line || !value || !duplicate_key(whole).empty()) return {};
  return read_message(*std::move(value)).id;
}

std::string id_key(const Id& id) {
  return to_json_line(id);
}

Message read_message(json::value&& value) {
  Message message;
  json::object* const object = value.if_object();
  if (object == nullptr) return refuse(message, kInvalidRequest, "a message must be an object");

  const bool response =
      !object->contains("method") && (object->contains("result") || object->contains("error"));
  const json::value* const id = object->if_contains("id");
  if (id != nullptr && is_id(*id)) message.id = *id;
  if (response) {
    message.kind = Message::Kind::response;
    if (!object->contains("error")) message.result = std::move((*object)["result"]);
    return message;
  }
  if (id != nullptr && !is_id(*id)) {
    return refuse(message, kInvalidRequest, "id must be a string or an integer");
  }
  const json::string* const version = find_string(*object, "jsonrpc");
  if (version == nullptr || *version != "2.0") {
    return refuse(message, kInvalidRequest, "jsonrpc must be \"2.0\"");
  }
  const json::string* const method = find_string(*object, "method");
  if (method == nullptr) return refuse(message, kInvalidRequest, "method must be a string");
  message.method = view(*method);
  message.kind = id == nullptr ? Message::Kind::notification : Message::Kind::request;

  json::value* const params = object->if_contains("params");
  if (params != nullptr && params->is_object()) {
    message.params = std::move(params->get_object());
  } else if (params != nullptr && !params->is_null() && message.kind == Message::Kind::request) {
    return refuse(message, kInvalidParams, "params must be an object");
  }
  return message;
}

json::object result_message(const Id& id, json::object result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

json::object error_message(const Id& id, const Fault& fault) {
  json::object error{{"code", fault.code}, {"message", fault.message}};
  if (!fault.data.empty()) error["data"] = fault.data;
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

json::object notification(std::string_view method, json::object params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

const json::string* find_string(const json::object& object, std::string_view name) {
  const json::value* const member = object.if_contains(name);
  return member == nullptr ? nullptr : member->if_string();
}

const json::object* find_object(const json::object& object, std::string_view name) {
  const json::value* const member = object.if_contains(name);
  return member == nullptr ? nullptr : member->if_object();
}

std::string_view view(const json::string& text) {
  return {text.data(), text.size()};
}

}  // namespace proctor::mcp
