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

std::array<ToolInfo, 4> make_tools() {
  return {
      ToolInfo{
          .name = "Test",
          .alias = "test",
          .title = "Run the tests",
          .description =
              "Runs a project's test command in a shell, under control: the whole tree of processes ends "
              "with it, secrets are kept from it, and the answer says how it ended, what failed and what "
              "it printed (the middle of long output is cut, failures are kept). Without a command the "
              "project's default test command runs. A person may have to allow a command first.",
          .input_schema = schema("test-tool-request"),
          .output_schema = schema("test-tool-response"),
          .risk = Risk::high,
          .annotations = {.read_only = false, .destructive = true, .idempotent = false, .open_world = true}},
      ToolInfo{
          .name = "run_tests",
          .title = "Run tests of a known framework",
          .description =
              "Runs the tests of a project (project_root) or of uploaded files (sources) with their test "
              "framework (Foundry, pytest, go test, jest, bats, Catch2, Unity, …; recognised unless it is "
              "named) and answers with one structured verdict: suites, cases, reasons, counterexamples, "
              "compile errors, and the command line that runs only what failed.",
          .input_schema = schema("test-request"),
          .output_schema = schema("envelope"),
          // Tests of a project in place run as their owner and may do anything; only uploads are in a
          // sandbox.
          .risk = Risk::medium,
          .annotations = {.read_only = false, .destructive = true, .idempotent = false, .open_world = true}},
      ToolInfo{
          .name = "read_log",
          .title = "Read a run's output",
          .description =
              "Reads the whole output of a run in pages, or only the lines that match a regular expression.",
          .input_schema = schema("read-log-request"),
          .output_schema = schema("read-log-response"),
          .risk = Risk::low,
          .annotations = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false}},
      ToolInfo{
          .name = "cancel_run",
          .title = "Cancel a run",
          .description = "Ends a run that is going on, with everything that it started.",
          .input_schema = schema("cancel-run-request"),
          .output_schema = schema("cancel-run-response"),
          .risk = Risk::low,
          .annotations = {.read_only = false, .destructive = true, .idempotent = true, .open_world = false}},
  };
}

}  // namespace

std::span<const ToolInfo> registry() {
  static const std::array<ToolInfo, 4> kTools = make_tools();
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
