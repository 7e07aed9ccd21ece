// The arguments of each tool, checked before anything else happens.
//
// What is accepted is what the published schemas say (schemas/*-request.schema.json); the messages here name
// the field and say what it must be, which a schema validator does badly.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/json.hpp"

namespace proctor::tool {

struct TestArguments {
  std::optional<std::string> command{};  ///< none: the default of the platform
  std::optional<std::string> workdir{};  ///< none: the project root
  std::optional<std::chrono::milliseconds> timeout{};
};

struct ReadLogArguments {
  std::string run{};
  std::int64_t offset = 0;  ///< negative: from the end
  std::uint64_t limit = 16'384;
  std::optional<std::string> grep{};
};

struct CancelArguments {
  std::string run{};
};

struct WaitArguments {
  std::string id{};  ///< of the run
  std::optional<std::chrono::milliseconds> up_to{};
};

/// The JSON text of a call's arguments as an object; empty text is {}. INVALID_REQUEST for text of more than
/// `most_bytes`, for what isn't a JSON object, and for a name that stands twice.
Result<json::object> parse_arguments(std::string_view text, std::uint64_t most_bytes);

// Each refuses unknown fields and wrong types by name (INVALID_REQUEST, details.field).
Result<TestArguments> test_arguments(const json::object& object, std::chrono::milliseconds longest);
Result<ReadLogArguments> read_log_arguments(const json::object& object);
Result<CancelArguments> cancel_arguments(const json::object& object);
Result<WaitArguments> wait_arguments(const json::object& object);

}  // namespace proctor::tool
