#include "tool/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "base/text.hpp"
#include "request/request.hpp"
#include "tool/default_command.hpp"

namespace proctor::tool {
namespace {

using Reader = std::function<Result<void>(const json::value& value, std::string_view field)>;
using Fields = std::map<std::string_view, Reader>;

Result<void> read_fields(const json::object& object, const Fields& fields) {
  const auto name_of = [](const json::key_value_pair& entry) {
    return std::string_view(entry.key().data(), entry.key().size());
  };
  std::vector<std::string_view> names;
  for (const auto& [each, reader] : fields) names.push_back(each);
  if (auto known = check_fields(object, names); !known) return known;
  for (const auto& entry : object) {
    if (auto read = fields.at(name_of(entry))(entry.value(), name_of(entry)); !read) return read;
  }
  return {};
}

Reader text_into(std::function<void(std::string)> put) {
  return [put = std::move(put)](const json::value& value, std::string_view field) -> Result<void> {
    if (!value.is_string()) return invalid_field(field, "must be a string");
    std::string text(value.get_string());
    if (text.empty()) return invalid_field(field, "must not be empty");
    if (text.find('\0') != std::string::npos) return invalid_field(field, "must not hold a NUL byte");
    put(std::move(text));
    return {};
  };
}

// JSON knows numbers only: 5.0 is the integer 5, as JSON Schema has it.
std::optional<std::int64_t> integer(const json::value& value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (value.is_int64()) return value.get_int64();
  if (value.is_uint64()) return INT64_MAX;
  if (value.is_double() && std::abs(value.get_double()) <= kExact &&
      std::trunc(value.get_double()) == value.get_double())
    return static_cast<std::int64_t>(value.get_double());
  return std::nullopt;
}

Reader integer_into(std::int64_t least, std::function<void(std::int64_t)> put) {
  return [least, put = std::move(put)](const json::value& value, std::string_view field) -> Result<void> {
    const auto number = integer(value);
    if (!number) return invalid_field(field, "must be an integer");
    if (*number < least) return invalid_field(field, fmt::format("must be at least {}", least));
    put(*number);
    return {};
  };
}

Result<void> require(std::string_view field, const std::string& value) {
  if (value.empty()) return invalid_field(field, "is missing");
  return {};
}

}  // namespace

Result<json::object> parse_arguments(std::string_view text, std::uint64_t most_bytes) {
  if (text.size() > most_bytes) {
    return fail(
        ErrorCode::invalid_request,
        fmt::format("The arguments have {} bytes; at most {} are taken ([tools] max_tool_args_bytes).",
                    text.size(), most_bytes));
  }
  if (text.empty()) return json::object();
  const auto parsed = parse_json(text);
  if (!parsed) return fail(ErrorCode::invalid_request, "The arguments are " + parsed.error().message);
  if (!parsed->is_object()) return fail(ErrorCode::invalid_request, "The arguments must be a JSON object.");
  if (const std::string twice = duplicate_key(text); !twice.empty())
    return invalid_field(twice, "stands twice in one object");
  return parsed->get_object();
}

Result<TestArguments> test_arguments(const json::object& object, std::chrono::milliseconds longest) {
  TestArguments arguments;
  bool blank = false;
  const Fields fields{{"command", text_into([&](std::string text) {
                         blank = is_blank_command(text);
                         arguments.command = std::move(text);
                       })},
                      {"workdir", text_into([&](std::string text) { arguments.workdir = std::move(text); })},
                      {"timeout_ms", integer_into(1, [&](std::int64_t number) {
                         arguments.timeout = std::chrono::milliseconds(number);
                       })}};
  if (auto read = read_fields(object, fields); !read) return tl::unexpected(read.error());
  if (blank)
    return invalid_field("command",
                         "must not be blank or only a comment; leave it out to run the default command");
  if (arguments.timeout && *arguments.timeout > longest) {
    return invalid_field("timeout_ms",
                         fmt::format("must be at most {} ([tools.test] max_timeout_ms)", longest.count()));
  }
  return arguments;
}

Result<ReadLogArguments> read_log_arguments(const json::object& object) {
  ReadLogArguments arguments;
  const Fields fields{
      {"run", text_into([&](std::string text) { arguments.run = std::move(text); })},
      {"offset", integer_into(INT64_MIN, [&](std::int64_t number) { arguments.offset = number; })},
      {"limit",
       integer_into(1, [&](std::int64_t number) { arguments.limit = static_cast<std::uint64_t>(number); })},
      {"grep", text_into([&](std::string text) { arguments.grep = std::move(text); })}};
  if (auto read = read_fields(object, fields); !read) return tl::unexpected(read.error());
  if (auto there = require("run", arguments.run); !there) return tl::unexpected(there.error());
  return arguments;
}

Result<CancelArguments> cancel_arguments(const json::object& object) {
  CancelArguments arguments;
  const Fields fields{{"run", text_into([&](std::string text) { arguments.run = std::move(text); })}};
  if (auto read = read_fields(object, fields); !read) return tl::unexpected(read.error());
  if (auto there = require("run", arguments.run); !there) return tl::unexpected(there.error());
  return arguments;
}

Result<WaitArguments> wait_arguments(const json::object& object) {
  constexpr std::int64_t kLongest = std::int64_t{24} * 3'600'000;
  WaitArguments arguments;
  const Fields fields{{"id", text_into([&](std::string text) { arguments.id = std::move(text); })},
                      {"up_to_ms", integer_into(0, [&](std::int64_t number) {
                         arguments.up_to = std::chrono::milliseconds(std::min(number, kLongest));
                       })}};
  if (auto read = read_fields(object, fields); !read) return tl::unexpected(read.error());
  if (auto there = require("id", arguments.id); !there) return tl::unexpected(there.error());
  return arguments;
}

}  // namespace proctor::tool
