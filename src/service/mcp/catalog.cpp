#include "service/mcp/catalog.hpp"

#include "tool/schemas.hpp"

namespace proctor::mcp {
namespace {

// Tools are part of the program and its configuration: they stay while it runs.
constexpr std::chrono::minutes kToolsStay{5};

// One small schema for every tool: what a model reads is made short. The whole answers' are resources.
json::object answer_schema() {
  static const json::object kSchema = [] {
    json::object schema = parse_json(tool::schema_text("short-answer")).value().as_object();
    for (const char* own : {"$schema", "$id", "title"}) schema.erase(own);
    return schema;
  }();
  return kSchema;
}

json::object tool_entry(const tool::ToolInfo& tool) {
  json::object input = tool.input_schema;
  for (const char* own : {"title", "description"}) input.erase(own);
  json::object entry{{"name", tool.name},
                     {"title", tool.title},
                     {"description", tool.description},
                     {"inputSchema", std::move(input)},
                     {"outputSchema", answer_schema()},
                     {"annotations",
                      {{"readOnlyHint", tool.annotations.read_only},
                       {"destructiveHint", tool.annotations.destructive},
                       {"idempotentHint", tool.annotations.idempotent},
                       {"openWorldHint", tool.annotations.open_world}}}};
  if (can_be_task(tool)) entry["execution"] = {{"taskSupport", "optional"}};
  return entry;
}

}  // namespace

bool can_be_task(const tool::ToolInfo& tool) {
  return tool.risk != policy::Risk::low;
}

json::object server_info() {
  return {{"name", "proctor"}, {"title", "proctor"}, {"version", PROCTOR_VERSION}};
}

json::object capabilities(Era era) {
  json::object able{{"tools", json::object()}, {"resources", json::object()}, {"logging", json::object()}};
  if (era == Era::session) {
    able["tasks"] = {{"cancel", json::object()}, {"requests", {{"tools", {{"call", json::object()}}}}}};
  } else {
    able["extensions"] = {{kTasksExtension, json::object()}};
  }
  return able;
}

std::string_view instructions() {
  return "proctor runs tests under control and gives one honest verdict. run_tests {} runs the project's "
         "tests, "
         "`only` takes ids as they are printed; Test runs a shell command. `summary` says what failed, "
         "where, why, "
         "and how to run just that again; `ok` is true only if the tests ran to their end and passed. With "
         "`still_running`, call wait_run with the run's id. What is left out stands in the whole answer "
         "(`full`) "
         "and in the run's output (read_log). APPROVAL_REQUIRED: a person has to allow the call; show them "
         "the "
         "line to type from `error.details`, and call again when they have. Don't repeat a call whose error "
         "has "
         "`retry: false` without changing something.";
}

json::object initialize_result(std::string_view version) {
  return {{"protocolVersion", version},
          {"capabilities", capabilities(Era::session)},
          {"serverInfo", server_info()},
          {"instructions", instructions()}};
}

json::object discover_result() {
  // Only what may stand in `_meta`; the older revisions are spoken after `initialize`.
  json::object result{{"supportedVersions", json::array{kStatelessVersion}},
                      {"capabilities", capabilities(Era::stateless)},
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
