// JSON-RPC 2.0 messages, as MCP uses them: what came in is told apart here, once, and nothing is trusted.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"

namespace proctor::mcp {

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kInternalError = -32603;
/// Before 2026-07-28 only; later revisions say kInvalidParams.
constexpr int kResourceNotFound = -32002;
/// From 2026-07-28 on.
constexpr int kUnsupportedVersion = -32022;

/// A string or an integer; null where there is none.
using Id = json::value;

/// Tells 5 from "5".
std::string id_key(const Id& id);

/// What an error response carries.
struct Fault {
  int code = kInternalError;
  std::string message;
  json::object data{};  ///< left out if empty
};

struct Message {
  enum class Kind {
    request,
    notification,
    response,
    invalid,  ///< to be answered with `fault`, and with `id` as far as it is one
  };
  Kind kind = Kind::invalid;
  Id id{};
  std::string method{};
  json::object params{};
  json::value result{};  ///< of a response; null if it is an error
  Fault fault{};
};

/// One member of a batch, or the only message of a line.
Message read_message(json::value&& value);

/// The id of a message that isn't valid JSON for nothing but half a surrogate pair in a string (`"\ud83d"`,
/// which JavaScript writes for a character that was cut in two): its sender waits for an answer. Null of any
/// other.
Id id_behind_half_pairs(std::string_view line);

json::object result_message(const Id& id, json::object result);
json::object error_message(const Id& id, const Fault& fault);
json::object notification(std::string_view method, json::object params);

/// The member, if it is there and of that type.
const json::string* find_string(const json::object& object, std::string_view name);
const json::object* find_object(const json::object& object, std::string_view name);

std::string_view view(const json::string& text);

}  // namespace proctor::mcp
