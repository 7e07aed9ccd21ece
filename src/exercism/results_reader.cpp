#include "exercism/results_reader.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

namespace proctor::exercism {
namespace {

tl::unexpected<Error> bad(const std::string& field, std::string_view wanted) {
  return fail(ErrorCode::invalid_request, fmt::format("{} must be {}", field, wanted), {{"field", field}});
}

// Nothing where there is none, or null.
const json::value* member(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value == nullptr || value->is_null() ? nullptr : value;
}

Result<void> read_text(const json::object& object, const std::string& prefix, std::string_view name,
                       std::string& text) {
  const json::value* value = member(object, name);
  if (value == nullptr) return {};
  if (!value->is_string()) return bad(prefix + std::string(name), "a string or null");
  text = value->get_string();
  return {};
}

Result<int> read_number(const json::value& value, const std::string& field, int least, int most) {
  if (!value.is_int64() || value.get_int64() < least || value.get_int64() > most)
    return bad(field, fmt::format("a whole number from {} to {}", least, most));
  return static_cast<int>(value.get_int64());
}

Result<std::string> read_status(const json::object& object, const std::string& field) {
  const json::value* value = member(object, "status");
  if (value != nullptr && value->is_string()) {
    std::string status(value->get_string());
    if (status == "pass" || status == "fail" || status == "error") return status;
  }
  return bad(field, "pass, fail or error");
}

Result<TestResult> read_test(const json::value& value, const std::string& field) {
  if (!value.is_object()) return bad(field, "an object");
  const json::object& object = value.get_object();
  const std::string prefix = field + ".";
  TestResult test;
  const json::value* name = member(object, "name");
  if (name == nullptr || !name->is_string()) return bad(prefix + "name", "a string");
  test.name = name->get_string();
  const auto status = read_status(object, prefix + "status");
  if (!status) return tl::unexpected(status.error());
  test.status = *status == "pass" ? Status::pass : *status == "fail" ? Status::fail : Status::error;
  for (const auto& [key, text] :
       {std::pair("message", &test.message), std::pair("test_code", &test.test_code),
        std::pair("output", &test.output)}) {
    if (auto read = read_text(object, prefix, key, *text); !read) return tl::unexpected(read.error());
  }
  if (const json::value* task = member(object, "task_id")) {
    const auto number = read_number(*task, prefix + "task_id", 0, std::numeric_limits<int>::max());
    if (!number) return tl::unexpected(number.error());
    test.task_id = *number;
  }
  return test;
}

}  // namespace

Result<Results> parse_results(std::string_view text) {
  const auto document = parse_json(text);
  if (!document) return tl::unexpected(document.error());
  if (!document->is_object())
    return fail(ErrorCode::invalid_request, "a results.json is a JSON object, and this isn't one");
  const json::object& object = document->get_object();
  Results results;
  results.version = 1;  // the oldest have none
  if (const json::value* version = member(object, "version")) {
    const auto number = read_number(*version, "version", 1, 3);
    if (!number) return tl::unexpected(number.error());
    results.version = *number;
  }
  const auto status = read_status(object, "status");
  if (!status) return tl::unexpected(status.error());
  results.status = *status == "pass" ? Verdict::pass : *status == "fail" ? Verdict::fail : Verdict::error;
  if (auto read = read_text(object, "", "message", results.message); !read)
    return tl::unexpected(read.error());
  const json::value* tests = member(object, "tests");
  if (tests == nullptr) return results;
  if (!tests->is_array()) return bad("tests", "an array");
  for (const json::value& value : tests->get_array()) {
    auto test = read_test(value, fmt::format("tests[{}]", results.tests.size()));
    if (!test) return tl::unexpected(test.error());
    results.tests.push_back(std::move(*test));
  }
  return results;
}

Result<Results> read_results(const std::filesystem::path& file) {
  const auto text = read_file(file, kLargestResults);
  if (!text) return tl::unexpected(text.error());
  auto results = parse_results(*text);
  if (!results) results.error().message = file.string() + ": " + results.error().message;
  return results;
}

}  // namespace proctor::exercism
