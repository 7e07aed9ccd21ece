// The revisions of MCP that are spoken, and what a request says about its client.
//
// Up to 2025-11-25 a client says once, in `initialize`, what it can do. From 2026-07-28 on there is no
// session: each request says it, in `_meta`.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "service/mcp/jsonrpc.hpp"

namespace proctor::mcp {

enum class Era { session, stateless };

constexpr std::string_view kStatelessVersion = "2026-07-28";
constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";
/// Newest first.
constexpr std::array<std::string_view, 2> kSessionVersions{"2025-11-25", "2025-06-18"};

/// The version to speak with a client that asks for `asked`: that one, or the newest of the era.
std::string_view negotiate(std::string_view asked);

/// RFC 5424's, in order of severity.
enum class LogLevel { debug, info, notice, warning, error, critical, alert, emergency };
std::optional<LogLevel> log_level(std::string_view name);

/// What is known about the client of one request.
struct Client {
  Era era = Era::session;
  std::string version{};
  bool asks_people = false;             ///< shows forms to a person (elicitation)
  bool takes_tasks = false;             ///< declared the extension of 2026-07-28 (tasks.hpp)
  std::optional<LogLevel> log_level{};  ///< messages from that severity on are wanted; none: no messages
};

/// Whether the capabilities have elicitation with forms. An empty object means forms.
bool can_elicit(const json::object& capabilities);

/// Whether a client of 2026-07-28 takes a task for an answer.
bool can_take_tasks(const json::object& capabilities);

/// The client as `_meta` describes it; nothing if `_meta` doesn't speak of 2026-07-28 or later.
tl::expected<std::optional<Client>, Fault> client_of(const json::object& params);

}  // namespace proctor::mcp
