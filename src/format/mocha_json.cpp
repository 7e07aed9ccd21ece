#include "format/mocha_json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostPending = 10'000;

// "    at Context.<anonymous> (test/a.js:2:86)": the line in the test's own file.
std::optional<int> line_in(std::string_view stack, std::string_view file) {
  const std::string name(file.substr(file.rfind('/') + 1));
  const std::size_t at = name.empty() ? std::string_view::npos : stack.find(name + ":");
  if (at == std::string_view::npos) return std::nullopt;
  const int line = number_at(stack, at + name.size() + 1);
  return line > 0 ? std::optional<int>(line) : std::nullopt;
}

}  // namespace

void MochaJsonReader::feed(std::string_view bytes) {
  const std::string_view start = trim(bytes);
  if (!stream_ && !start.empty()) stream_ = start[0] != '{';
  if (stream_ == false) return DocumentReader::feed(bytes);
  lines_.feed(bytes, [this](std::string_view text) { line(text); });
}

void MochaJsonReader::document(Bytes& text) {
  const auto parsed = parse_json(text.view());
  if (!parsed) return problem("it is cut off or no JSON: " + parsed.error().message);
  const json::object* root = parsed->if_object();
  const json::value* stats = root == nullptr ? nullptr : root->if_contains("stats");
  if (stats == nullptr || !stats->is_object() || !root->contains("passes"))
    return problem("it has no stats and passes: it isn't what mocha writes");
  found_ = ended_ = true;
  for (const auto& [list, status] : {std::pair("passes", Status::pass), std::pair("failures", Status::fail),
                                     std::pair("pending", Status::skip)}) {
    const json::value* tests = root->if_contains(list);
    if (tests == nullptr || !tests->is_array()) continue;
    for (const json::value& each : tests->get_array())
      if (each.is_object()) test(each.get_object(), status);
  }
  total_ = count_field(stats->get_object(), "tests");
  compare(stats->get_object());
}

void MochaJsonReader::line(std::string_view text) {
  text = trim(text);
  const bool ours = text.starts_with("[\"start\",") || text.starts_with("[\"pass\",") ||
                    text.starts_with("[\"fail\",") || text.starts_with("[\"end\",");
  if (!ours) return;  // printed by a test
  const auto parsed = parse_json(text);
  if (!parsed || !parsed->is_array() || parsed->get_array().size() != 2 ||
      !parsed->get_array()[1].is_object())
    return problem(fmt::format("a line is no JSON: {}", text.substr(0, 100)));
  const json::object& object = parsed->get_array()[1].get_object();
  found_ = true;
  if (ended_) problem("something stands behind the end");
  if (text[2] == 's') total_ += count_field(object, "total");
  if (text[2] == 'p') test(object, Status::pass);
  if (text[2] == 'f') test(object, Status::fail);
  if (text[2] != 'e') return;
  ended_ = true;
  compare(object);
}

void MochaJsonReader::test(const json::object& object, Status status) {
  const std::string title = text_field(object, "title");
  const std::string full = text_field(object, "fullTitle");
  const std::string file = text_field(object, "file");
  const bool hook = title.starts_with("\"before ") || title.starts_with("\"after ");
  (status == Status::pass ? passed_ : status == Status::fail ? failed_ : pending_) += 1;
  hooks_ += hook && status == Status::fail ? 1 : 0;
  const bool inside = full.size() > title.size() && full.ends_with(title);
  TestEvent* one = add(inside ? full.substr(0, full.size() - title.size() - 1) : "", title);
  if (one == nullptr) return;
  one->file = file;
  one->whole = hook;
  if (const json::value* took = object.if_contains("duration"); took != nullptr && took->is_number())
    one->duration_ms = took->to_number<double>();
  if (status == Status::fail) {
    std::string words = text_field(object, "err");
    std::string stack = text_field(object, "stack");
    if (const json::value* error = object.if_contains("err"); error != nullptr && error->is_object()) {
      words = text_field(error->get_object(), "message");
      stack = text_field(error->get_object(), "stack");
    }
    const bool twice = stack.find(words) != std::string::npos;
    events_.append(one->message, twice ? stack : words + "\n" + stack, kMostTextOfATest);
    one->line = line_in(stack, file);
  }
  result(*one, status);
}

void MochaJsonReader::compare(const json::object& stats) {
  const std::size_t passes = count_field(stats, "passes"), failures = count_field(stats, "failures"),
                    pending = count_field(stats, "pending");
  if (passes != passed_ || failures != failed_)
    problem(fmt::format("it says that {} tests passed and {} failed, and {} and {} are there", passes,
                        failures, passed_, failed_));
  // The stream has no names of those that were skipped.
  for (; pending_ < std::min(pending, kMostPending); ++pending_) {
    if (TestEvent* one = add("", fmt::format("(pending test {})", pending_ + 1))) result(*one, Status::skip);
  }
  const std::size_t over = passed_ + failed_ - hooks_ + pending;
  if (over < total_) problem(fmt::format("{} of {} tests have no result", total_ - over, total_));
}

void MochaJsonReader::end() {
  if (stream_ == false) return DocumentReader::end();
  if (const std::string rest = lines_.take_rest(); !rest.empty()) line(rest);
  if (lines_.too_long() > 0) problem("a line is too long to be read");
  if (found_ && !ended_)
    problem(fmt::format("it is cut off: {} of {} tests have a result", passed_ + failed_ - hooks_, total_));
}

}  // namespace proctor::format
