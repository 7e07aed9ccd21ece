#include "exercism/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

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

// Texts that aren't much longer stay: the notice needs room, too.
constexpr std::size_t kRoomForNotice = 64;
constexpr std::size_t kWrittenNotice = 52;  // what either takes

constexpr std::string_view kBeforeNumber = "\n… (", kBehindNumber = " bytes more were cut off)";

// Takes away the notice of a reporter that has cut the text already; returns its number.
std::size_t take_notice(std::string& text) {
  if (!text.ends_with(kBehindNumber)) return 0;
  const std::size_t begin = text.rfind(kBeforeNumber);
  if (begin == std::string::npos) return 0;
  const std::size_t at = begin + kBeforeNumber.size(), end = text.size() - kBehindNumber.size();
  std::uint32_t number = 0;
  const auto [rest, error] = std::from_chars(text.data() + std::min(at, end), text.data() + end, number);
  if (error != std::errc() || rest != text.data() + end) return 0;
  text.resize(begin);
  return number;
}

void cut(std::string& text, std::size_t bytes) {
  if (text.size() <= bytes + kRoomForNotice) return;
  const std::size_t lost = take_notice(text);
  const std::size_t all = text.size() + lost, kept = utf8_prefix(text, bytes);
  text.resize(kept);
  text += fmt::format("{}{}{}", kBeforeNumber, all - kept, kBehindNumber);
}

// The output's own notice stays, whoever cuts.
void cut_output(std::string& text, std::size_t bytes) {
  if (text.size() <= bytes + kRoomForNotice) return;
  text.resize(utf8_prefix(text, bytes));
  text += '\n';
  text += kNotice;
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

std::array<std::string*, 4> texts(TestResult& test) {
  return {&test.message, &test.test_code, &test.output, &test.name};
}

// Its bytes as they are written into JSON, if it's cut to `bytes`.
std::size_t written_size(std::string_view text, std::size_t bytes) {
  std::size_t size = 0;
  if (text.size() > bytes + kRoomForNotice) {
    text = text.substr(0, bytes);
    size = kWrittenNotice;
  }
  for (const char c : text) {
    const bool has_short_escape = c == '"' || c == '\\' || (c >= '\b' && c <= '\r' && c != '\v');
    size += has_short_escape ? 2 : static_cast<unsigned char>(c) < 0x20 ? 6 : 1;
  }
  return size;
}

// No more than that is written for this test if its texts are cut to `bytes`.
std::size_t largest_size(TestResult& test, std::size_t bytes) {
  constexpr std::size_t kFrame = 40;   // braces and the status
  constexpr std::size_t kField = 24;   // a text's own name, quotes and indentation
  constexpr std::size_t kNumber = 32;  // of the task
  std::size_t size = kFrame + (test.task_id ? kNumber : 0);
  for (const std::string* text : texts(test)) {
    if (!text->empty()) size += kField + written_size(*text, bytes);
  }
  return size;
}

// The same for all of them. Doesn't look further once it is too much: there can be very many tests.
std::size_t largest_size(std::vector<TestResult>& tests, std::size_t bytes) {
  std::size_t size = 0;
  for (TestResult& test : tests) {
    size += largest_size(test, bytes);
    if (size >= kLargestFile) break;
  }
  return size;
}

// What a message needs to be of use.
constexpr std::size_t kLeastKept = 160;

// Where there are so many tests that hardly anything of their texts would be left, all the room is for names
// and messages. What is left away isn't said at each of them, but once.
bool leave_texts_away(std::vector<TestResult>& tests, std::size_t room) {
  bool left_away = false;
  for (std::string TestResult::*text : {&TestResult::output, &TestResult::test_code}) {
    if (largest_size(tests, kLeastKept) < room) break;
    for (TestResult& test : tests) {
      left_away = left_away || !(test.*text).empty();
      (test.*text).clear();
    }
  }
  return left_away;
}

// So many tests that they are too many with the least of their texts: those at the end go, and first those
// that passed, so that a failure isn't left without the test that failed.
void leave_out(std::vector<TestResult>& tests, std::size_t room) {
  std::size_t size = 0;
  for (TestResult& test : tests) size += largest_size(test, kLeastKept);
  std::vector<bool> left_out(tests.size(), false);
  for (const bool only_passes : {true, false}) {
    for (std::size_t i = tests.size(); i-- > 0 && size >= room;) {
      if (left_out[i] || (only_passes && tests[i].status != Status::pass)) continue;
      left_out[i] = true;
      size -= largest_size(tests[i], kLeastKept);
    }
  }
  std::vector<TestResult> kept;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!left_out[i]) kept.push_back(std::move(tests[i]));
  }
  tests = std::move(kept);
}

// The longest texts go first: the largest length that all of them may have is looked for.
void cut_to(std::vector<TestResult>& tests, std::size_t room) {
  std::size_t fits = 0;
  for (std::size_t too_long = kLargestFile; fits + 1 < too_long;) {
    const std::size_t middle = fits + (too_long - fits) / 2;
    (largest_size(tests, middle) < room ? fits : too_long) = middle;
  }
  for (TestResult& test : tests) {
    for (std::string* text : {&test.message, &test.test_code, &test.name}) cut(*text, fits);
    cut_output(test.output, fits);
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
  if (results.message.size() > kLongestMessage) cut(results.message, kLongestMessage - kRoomForNotice);
  for (TestResult& test : results.tests) {
    for (std::string* text : {&test.name, &test.message, &test.test_code}) *text = to_valid_utf8(*text);
    test.output = limit_output(std::move(test.output));
  }
  std::string text = written(results);
  if (text.size() < kLargestFile) return text;
  constexpr std::size_t kRoomForHead = 1'024;
  const std::size_t room = kLargestFile - kRoomForHead - written_size(results.message, kLargestFile);
  const std::size_t all = results.tests.size();
  const bool left_away = leave_texts_away(results.tests, room);
  leave_out(results.tests, room);
  cut_to(results.tests, room);
  std::string notice;
  if (results.tests.size() < all)
    notice = fmt::format("Only {} of {} tests have room here.", results.tests.size(), all);
  if (left_away) {
    notice += notice.empty() ? "" : " ";
    notice += "There are so many that what they printed, or their code, was left away.";
  }
  if (!notice.empty()) results.message = notice;
  return written(results);
}

}  // namespace proctor::exercism
