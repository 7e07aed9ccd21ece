// The published schemas and what the tools accept are the same thing.
#include "tool/schemas.hpp"

#include <gtest/gtest.h>

#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "tool/arguments.hpp"
#include "tool/registry.hpp"

namespace proctor::tool {
namespace {

bool fits(std::string_view tool, const json::value& arguments) {
  const json::value document = find_tool(tool)->input_schema;
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(valijson::adapters::BoostJsonAdapter(document), schema);
  return valijson::Validator().validate(schema, valijson::adapters::BoostJsonAdapter(arguments), nullptr);
}

TEST(Schemas, EveryToolHasAnObjectForItsArgumentsAndForItsAnswer) {
  for (const ToolInfo& tool : registry()) {
    EXPECT_EQ(tool.input_schema.at("type"), "object") << tool.name;
    EXPECT_EQ(tool.output_schema.at("type"), "object") << tool.name;
    EXPECT_FALSE(tool.description.empty());
    if (!tool.input_schema.contains("properties")) continue;
    for (const auto& [name, field] : tool.input_schema.at("properties").as_object())
      EXPECT_TRUE(field.at("type").is_string()) << tool.name << ' ' << name;
  }
  EXPECT_EQ(find_tool("test"), find_tool("Test"));
  EXPECT_EQ(find_tool("TEST"), nullptr);
  EXPECT_EQ(find_tool(""), nullptr);
}

TEST(Schemas, HintsPromiseNothingThatAToolDoesNotHold) {
  for (const char* runs_code : {"Test", "run_tests"}) {
    const Annotations& hints = find_tool(runs_code)->annotations;
    EXPECT_FALSE(hints.read_only || hints.idempotent) << runs_code;
    EXPECT_TRUE(hints.destructive && hints.open_world) << runs_code;
  }
  EXPECT_TRUE(find_tool("read_log")->annotations.read_only);
  EXPECT_FALSE(find_tool("cancel_run")->annotations.read_only);
}

TEST(Schemas, TakeWhatTheToolsTakeAndNothingElse) {
  // Not 5.0: JSON Schema takes it for an integer, and so do the tools, but this validator doesn't.
  const std::vector<std::string> values{"null",    "true", "0",     "1",        "-1", "1.5",
                                        "3600000", "\"\"", "\"a\"", "\" \\n\"", "[]", "{}"};
  const std::vector<std::string> names{"command", "workdir", "timeout_ms", "run", "offset",
                                       "limit",   "grep",    "other",      "id",  "up_to_ms"};
  std::vector<std::string> documents{"{}", R"({"command": "a", "workdir": "b", "timeout_ms": 5})"};
  for (const std::string& name : names) {
    for (const std::string& value : values) {
      documents.push_back("{\"" + name + "\": " + value + "}");
      documents.push_back("{\"run\": \"a\", \"" + name + "x\": 1, \"" + name + "\": " + value + "}");
      documents.push_back("{\"id\": \"a\", \"" + name + "y\": 1, \"" + name + "\": " + value + "}");
      if (name != "id") documents.push_back("{\"id\": \"a\", \"" + name + "\": " + value + "}");
      if (name != "run") documents.push_back("{\"run\": \"a\", \"" + name + "\": " + value + "}");
    }
  }
  for (const std::string& text : documents) {
    const json::value document = *parse_json(text);
    const json::object& object = document.as_object();
    EXPECT_EQ(test_arguments(object, std::chrono::hours(1)).has_value(), fits("Test", document)) << text;
    EXPECT_EQ(read_log_arguments(object).has_value(), fits("read_log", document)) << text;
    EXPECT_EQ(wait_arguments(object).has_value(), fits("wait_run", document)) << text;
    EXPECT_EQ(cancel_arguments(object).has_value(), fits("cancel_run", document)) << text;
  }
}

}  // namespace
}  // namespace proctor::tool
