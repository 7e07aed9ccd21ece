#include "service/mcp/catalog.hpp"

namespace proctor::mcp {
namespace {

// Tools are part of the program and its configuration: they stay while it runs.
constexpr std::chrono::minutes kToolsStay{5};

json::object tool_entry(const tool::ToolInfo& tool) {
  return {{"name", tool.name},
          {"title", tool.title},
          {"description", tool.description},
          {"inputSchema", tool.input_schema},
          {"outputSchema", tool.output_schema},
          {"annotations",
           {{"title", tool.title},
            {"readOnlyHint", tool.annotations.read_only},
            {"destructiveHint", tool.annotations.destructive},
            {"idempotentHint", tool.annotations.idempotent},
            {"openWorldHint", tool.annotations.open_world}}}};
}

}  // namespace

json::object server_info() {
  return {{"name", "proctor"}, {"title", "proctor"}, {"version", PROCTOR_VERSION}};
}

json::object capabilities() {
  return {{"tools", json::object()}, {"resources", json::object()}, {"logging", json::object()}};
}

std::string_view instructions() {
  return "proctor runs tests under control and answers with one honest verdict: how the run ended, what "
         "failed "
         "and why, and how to run just that again. `ok` is true only if the tests ran to their end and "
         "passed; "
         "read `error.code` and `error.message` when it is false. Output in an answer may be cut in the "
         "middle: "
         "read_log reads all of it by the run's id. When an answer says APPROVAL_REQUIRED, a person has to "
         "allow "
         "the call: show them the line to type that is in `error.details`, and call again when they have. "
         "Don't "
         "repeat a call whose error has `retry: false` without changing something.";
}

json::object initialize_result(std::string_view version) {
  return {{"protocolVersion", version},
          {"capabilities", capabilities()},
          {"serverInfo", server_info()},
          {"instructions", instructions()}};
}

json::object discover_result() {
  // Only what may stand in `_meta`; the older revisions are spoken after `initialize`.
  json::object result{{"supportedVersions", json::array{kStatelessVersion}},
                      {"capabilities", capabilities()},
                      {"instructions", instructions()}};
  allow_caching(result, kToolsStay);
  return result;
}

json::object tools_result(std::span<const tool::ToolInfo> tools) {
  json::array entries;
  for (const tool::ToolInfo& tool : tools) entries.push_back(tool_entry(tool));
  json::object result{{"tools", std::move(entries)}};
  allow_caching(result, kToolsStay);
  return result;
}

json::object finished(json::object result, Era era) {
  if (era == Era::session) {
    result.erase("ttlMs");
    result.erase("cacheScope");
    return result;
  }
  if (!result.contains("resultType")) result["resultType"] = "complete";
  result["_meta"] = {{"io.modelcontextprotocol/serverInfo", server_info()}};
  return result;
}

void allow_caching(json::object& result, std::chrono::milliseconds how_long) {
  result["ttlMs"] = how_long.count();
  result["cacheScope"] = "private";
}

}  // namespace proctor::mcp
