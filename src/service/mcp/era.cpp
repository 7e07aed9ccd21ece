#include "service/mcp/era.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace proctor::mcp {
namespace {

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";

constexpr std::array<std::string_view, 8> kLevels{"debug", "info",     "notice", "warning",
                                                  "error", "critical", "alert",  "emergency"};

tl::unexpected<Fault> bad_meta(std::string_view key, std::string_view what) {
  return tl::unexpected<Fault>(
      {.code = kInvalidParams, .message = fmt::format("_meta: {} must be {}", key, what)});
}

}  // namespace

std::string_view negotiate(std::string_view asked) {
  const auto* const found = std::find(kSessionVersions.begin(), kSessionVersions.end(), asked);
  return found == kSessionVersions.end() ? kSessionVersions.front() : *found;
}

std::optional<LogLevel> log_level(std::string_view name) {
  const auto* const found = std::find(kLevels.begin(), kLevels.end(), name);
  if (found == kLevels.end()) return std::nullopt;
  return static_cast<LogLevel>(found - kLevels.begin());
}

bool can_elicit(const json::object& capabilities) {
  const json::object* const elicitation = find_object(capabilities, "elicitation");
  return elicitation != nullptr && (elicitation->contains("form") || !elicitation->contains("url"));
}

bool can_take_tasks(const json::object& capabilities) {
  const json::object* const extensions = find_object(capabilities, "extensions");
  return extensions != nullptr && extensions->contains(kTasksExtension);
}

tl::expected<std::optional<Client>, Fault> client_of(const json::object& params) {
  const json::object* const meta = find_object(params, "_meta");
  if (meta == nullptr || (!meta->contains(kVersionKey) && !meta->contains(kCapabilitiesKey))) {
    return std::nullopt;
  }
  const json::string* const version = find_string(*meta, kVersionKey);
  if (version == nullptr) return bad_meta(kVersionKey, "a string");
  if (view(*version) != kStatelessVersion) {
    return tl::unexpected<Fault>(
        {.code = kUnsupportedVersion,
         .message = "Unsupported protocol version",
         .data = {{"supported", json::array{kStatelessVersion}}, {"requested", *version}}});
  }
  const json::object* const capabilities = find_object(*meta, kCapabilitiesKey);
  if (capabilities == nullptr) return bad_meta(kCapabilitiesKey, "an object");

  Client client{.era = Era::stateless,
                .version = std::string(kStatelessVersion),
                .asks_people = can_elicit(*capabilities),
                .takes_tasks = can_take_tasks(*capabilities)};
  if (meta->contains(kLogLevelKey)) {
    const json::string* const level = find_string(*meta, kLogLevelKey);
    client.log_level = level == nullptr ? std::nullopt : log_level(view(*level));
    if (!client.log_level) return bad_meta(kLogLevelKey, "a log level");
  }
  return client;
}

}  // namespace proctor::mcp
