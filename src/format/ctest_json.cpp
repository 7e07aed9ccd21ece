#include "format/ctest_json.hpp"

#include <fmt/format.h>

#include "base/json.hpp"
#include "base/text.hpp"

namespace proctor::format {
namespace {

const json::array* list(const json::object& object, std::string_view field) {
  const json::value* value = object.if_contains(field);
  return value != nullptr && value->is_array() ? &value->get_array() : nullptr;
}

std::optional<std::size_t> index(const json::object& object, std::string_view field) {
  const json::value* value = object.if_contains(field);
  if (value == nullptr || !value->is_int64() || value->get_int64() < 0) return std::nullopt;
  return static_cast<std::size_t>(value->get_int64());
}

// Where add_test() stands: a node of the graph, which names its file by number.
void locate(TestEvent& test, const json::object& root, const json::object& object) {
  const json::value* graph = root.if_contains("backtraceGraph");
  const auto at = index(object, "backtrace");
  if (!at || graph == nullptr || !graph->is_object()) return;
  const json::array* nodes = list(graph->get_object(), "nodes");
  const json::array* files = list(graph->get_object(), "files");
  if (nodes == nullptr || files == nullptr || *at >= nodes->size() || !(*nodes)[*at].is_object()) return;
  const json::object& node = (*nodes)[*at].get_object();
  const auto file = index(node, "file");
  const auto line = index(node, "line");
  if (!file || *file >= files->size() || !(*files)[*file].is_string() || !line || *line > 10'000'000) return;
  test.file = std::string((*files)[*file].get_string());
  test.line = static_cast<int>(*line);
}

}  // namespace

void CtestJsonReader::feed_plan(std::string_view text) {
  Bytes copy;
  if (copy.append(text)) document(copy);
}

void CtestJsonReader::document(Bytes& text) {
  const auto parsed = parse_json(text.view());
  if (!parsed) return problem("it is cut off or no JSON: " + parsed.error().message);
  const json::object* root = parsed->if_object();
  const json::array* tests = root == nullptr ? nullptr : list(*root, "tests");
  if (tests == nullptr) return problem("it has no list of tests");
  found_ = true;
  for (const json::value& each : *tests) {
    if (!each.is_object()) continue;
    TestEvent* test = events_.named(text_field(each.get_object(), "name"));
    if (test == nullptr) continue;
    test->name = test->id;
    test->planned = true;
    locate(*test, *root, each.get_object());
  }
  events_.tell_planned();
}

}  // namespace proctor::format
