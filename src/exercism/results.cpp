#include "exercism/results.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.hpp"
#include "base/text.hpp"

namespace proctor::exercism {
namespace {

constexpr std::string_view kNotice = "Output was truncated. Please limit to 500 chars";

bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

// The bytes of the first `count` characters of valid UTF-8.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (begins_character(text[at]) && count-- == 0) break;
  }
  return at;
}

void cut(std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return;
  const std::size_t kept = utf8_prefix(text, bytes);
  const std::size_t lost = text.size() - kept;
  text.resize(kept);
  text += fmt::format("\n… ({} bytes more were cut off)", lost);
}

json::value to_value(const Results& results) {
  json::object object{{"version", results.version}, {"status", word(results.status)}};
  object["message"] = results.message.empty() ? json::value(nullptr) : json::value(results.message);
  if (results.version == 1) return object;
  json::array tests;
  for (const TestResult& test : results.tests) {
    json::object entry{{"name", test.name}, {"status", word(test.status)}};
    if (!test.message.empty()) entry["message"] = test.message;
    if (!test.test_code.empty()) entry["test_code"] = test.test_code;
    if (!test.output.empty()) entry["output"] = test.output;
    if (test.task_id && results.version >= 3) entry["task_id"] = *test.task_id;
    tests.push_back(std::move(entry));
  }
  object["tests"] = std::move(tests);
  return object;
}

std::string written(const Results& results) {
  return to_json_pretty(to_value(results)) + '\n';
}

void cut_all(Results& results, std::size_t bytes) {
  for (TestResult& test : results.tests) {
    for (std::string* text : {&test.message, &test.test_code, &test.output, &test.name}) cut(*text, bytes);
  }
}

}  // namespace

std::string limit_output(std::string text) {
  text = to_valid_utf8(text);
  if (bytes_of(text, kLongestOutput) == text.size()) return text;
  text.resize(bytes_of(text, kLongestOutput - kNotice.size() - 1));
  return text + '\n' + std::string(kNotice);
}

std::string to_json(Results results) {
  results.message = to_valid_utf8(results.message);
  if (results.message.size() > kLongestMessage) {
    constexpr std::size_t kRoomForNotice = 64;
    cut(results.message, kLongestMessage - kRoomForNotice);
  }
  for (TestResult& test : results.tests) {
    for (std::string* text : {&test.name, &test.message, &test.test_code}) *text = to_valid_utf8(*text);
    test.output = limit_output(std::move(test.output));
  }
  std::string text = written(results);
  if (text.size() < kLargestFile) return text;
  // The longest texts go first: the largest length that all of them may have is looked for.
  std::size_t fits = 0;
  for (std::size_t low = 0, high = kLargestFile; low <= high;) {
    const std::size_t middle = low + (high - low) / 2;
    Results shorter = results;
    cut_all(shorter, middle);
    if (written(shorter).size() < kLargestFile) {
      fits = middle;
      low = middle + 1;
    } else {
      if (middle == 0) break;
      high = middle - 1;
    }
  }
  cut_all(results, fits);
  text = written(results);
  // So many tests that even without any text they are too many: those at the end go.
  const std::size_t all = results.tests.size();
  while (text.size() >= kLargestFile && !results.tests.empty()) {
    results.tests.resize(results.tests.size() * 9 / 10);
    results.message = fmt::format("Only the first {} of {} tests have room here.", results.tests.size(), all);
    text = written(results);
  }
  return text;
}

}  // namespace proctor::exercism
