#include "tool/registry.hpp"

#include <algorithm>
#include <array>

#include "base/json.hpp"
#include "tool/schemas.hpp"

namespace proctor::tool {
namespace {

using policy::Risk;

// Without the marks of a file of its own: inside of a tool's description they would name another document.
json::object schema(std::string_view name) {
  const auto parsed = parse_json(schema_text(name));
  json::object object = parsed && parsed->is_object() ? parsed->get_object() : json::object();
  object.erase("$schema");
  object.erase("$id");
  return object;
}

// A request for a run. A number is taken for the seed as well, but clients complain of a field with two types
// (Gemini CLI prints a warning at each start).
json::object run_request() {
  json::object request = schema("test-request");
  json::object& seed = request.at("properties").at("fuzz_seed").as_object();
  seed["type"] = "string";
  seed.erase("minimum");
  return request;
}

// Of a request for a run, what chooses tests.
json::object list_request() {
  json::object request = run_request();
  json::object chosen;
  for (const char* field : {"project_root", "only", "filter", "framework", "timeout_ms"}) {
    chosen[field] = request.at("properties").at(field);
    chosen[field].get_object().erase("description");
  }
  request["properties"] = std::move(chosen);
  return request;
}

std::array<ToolInfo, 6> make_tools() {
  // What runs a project's code may do anything that its owner may; what it runs, nobody knows.
  constexpr Annotations kRunsCode{
      .read_only = false, .destructive = true, .idempotent = false, .open_world = true};
  constexpr Annotations kReads{
      .read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return {
      ToolInfo{.name = "Test",
               .alias = "test",
               .title = "Run a test command",
               .description =
                   "Runs a shell command that tests, under control, and says how it ended, what failed and "
                   "what it printed. For tests of a known framework run_tests says more.",
               .input_schema = schema("test-tool-request"),
               .output_schema = schema("test-tool-response"),
               .risk = Risk::high,
               .annotations = kRunsCode},
      ToolInfo{.name = "run_tests",
               .title = "Run the tests",
               .description =
                   "Runs the project's tests with their framework and gives one verdict: what failed, where, "
                   "why, and how to run just that again. {} runs all of them.",
               .input_schema = run_request(),
               .output_schema = schema("envelope"),
               // Tests of a project in place run as their owner and may do anything; only uploads are in a
               // sandbox.
               .risk = Risk::medium,
               .annotations = kRunsCode},
      ToolInfo{.name = "list_tests",
               .title = "List the tests",
               .description =
                   "Names the tests without running them; where the tool can't tell, those of earlier runs.",
               .input_schema = list_request(),
               .output_schema = schema("list-tests-response"),
               .risk = Risk::medium,
               .annotations = kRunsCode},
      ToolInfo{.name = "wait_run",
               .title = "Wait for a run",
               .description = "After `still_running`: waits on and gives the run's final answer.",
               .input_schema = schema("wait-run-request"),
               .output_schema = schema("short-answer"),
               .risk = Risk::low,
               .annotations = kReads},
      ToolInfo{.name = "read_log",
               .title = "Read a run's output",
               .description = "Reads all that a run printed, in pages or by lines that match.",
               .input_schema = schema("read-log-request"),
               .output_schema = schema("read-log-response"),
               .risk = Risk::low,
               .annotations = kReads},
      ToolInfo{
          .name = "cancel_run",
          .title = "Cancel a run",
          .description = "Ends a run with everything that it started.",
          .input_schema = schema("cancel-run-request"),
          .output_schema = schema("cancel-run-response"),
          .risk = Risk::low,
          .annotations = {.read_only = false, .destructive = true, .idempotent = true, .open_world = false}},
  };
}

}  // namespace

std::span<const ToolInfo> registry() {
  static const std::array<ToolInfo, 6> kTools = make_tools();
  return kTools;
}

const ToolInfo* find_tool(std::string_view name) {
  const auto tools = registry();
  const auto found = std::find_if(tools.begin(), tools.end(), [name](const ToolInfo& tool) {
    return tool.name == name || (!tool.alias.empty() && tool.alias == name);
  });
  return found == tools.end() ? nullptr : &*found;
}

}  // namespace proctor::tool
