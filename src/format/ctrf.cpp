#include "format/ctrf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/text.hpp"

namespace proctor::format {
namespace {

const json::object* ctrf_object(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value == nullptr ? nullptr : value->if_object();
}

// A list of names from the outermost in, or one name (as reporters before 1.0 have it). A file that the test
// names anyway, where proctor writes it first, is none.
std::string ctrf_suite(const json::object& test, const std::string& file) {
  const json::value* value = test.if_contains("suite");
  if (value == nullptr) return {};
  if (value->is_string()) return std::string(value->get_string());
  std::string suite;
  const json::array* list = value->if_array();
  for (const json::value& name : list != nullptr ? *list : json::array()) {
    if (!name.is_string() || (suite.empty() && name.get_string() == file)) continue;
    suite += (suite.empty() ? "" : " > ") + std::string(name.get_string());
  }
  return suite;
}

}  // namespace

void CtrfReader::document(Bytes& text) {
  const auto parsed = parse_json(text.view());
  if (!parsed) return problem("it is cut off or no JSON: " + parsed.error().message);
  const json::object* root = parsed->if_object();
  const json::object* results = root == nullptr ? nullptr : ctrf_object(*root, "results");
  const json::value* tests = results == nullptr ? nullptr : results->if_contains("tests");
  if (tests == nullptr || !tests->is_array()) return problem("it has no results.tests: it isn't CTRF");
  found_ = true;
  std::map<std::string, std::size_t, std::less<>> counted;
  for (const json::value& each : tests->get_array()) {
    if (!each.is_object()) {
      problem("a test is no object");
      continue;
    }
    ++counted[text_field(each.get_object(), "status")];
    test(each.get_object());
  }
  const json::object* summary = ctrf_object(*results, "summary");
  if (summary == nullptr) return problem("it has no summary");
  for (const char* status : {"passed", "failed", "skipped", "pending", "other"}) {
    const std::size_t said = count_field(*summary, status);
    if (said != counted[status])
      problem(fmt::format("its summary says {} {}, and {} are there", said, status, counted[status]));
  }
}

void CtrfReader::test(const json::object& object) {
  const std::string file = text_field(object, "filePath");
  const std::string suite = ctrf_suite(object, file);
  TestEvent* one = add(suite.empty() ? file : suite, text_field(object, "name"));
  if (one == nullptr) return;
  one->suite = suite;
  one->file = file;
  if (const json::value* line = object.if_contains("line"); line != nullptr && line->is_int64())
    one->line = static_cast<int>(std::clamp<std::int64_t>(line->get_int64(), 0, 1'000'000'000));
  if (const json::value* took = object.if_contains("duration"); took != nullptr && took->is_number())
    one->duration_ms = took->to_number<double>();
  const std::string message = text_field(object, "message");
  const std::string trace = text_field(object, "trace");
  const bool twice = trace.find(message) != std::string::npos;
  events_.append(one->message, twice ? trace : message + (trace.empty() ? "" : "\n" + trace),
                 kMostTextOfATest);
  for (const char* stream : {"stdout", "stderr"}) {
    const json::value* lines = object.if_contains(stream);
    if (lines == nullptr || !lines->is_array()) continue;
    for (const json::value& line : lines->get_array())
      if (line.is_string())
        events_.append(one->output, std::string(line.get_string()) + '\n', kMostTextOfATest);
  }
  const std::string status = text_field(object, "status");
  const std::string raw = text_field(object, "rawStatus");
  if (status == "pending" && raw == "not_run") {  // as proctor writes it
    one->planned = true;
    return;
  }
  if (status == "passed") return result(*one, Status::pass);
  if (status == "failed") return result(*one, raw == "error" ? Status::error : Status::fail);
  if (status == "skipped" || status == "pending") return result(*one, Status::skip);
  if (one->message.empty()) one->message = fmt::format("its status is \"{}\"", status);
  result(*one, Status::error);
}

}  // namespace proctor::format
