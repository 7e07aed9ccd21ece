// The Test Anything Protocol. Each suite is a sub-test. The plans stand at the ends, so that a report which
// is cut off has none.
//
// What stands there is TAP 14. Harnesses that know no more than 13 read it, too, as long as the first line
// says 13: Debian 12's prove is one, and refuses a report that says 14. Its YAML is a small one: each value
// on one line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.hpp"
#include "base/text.hpp"
#include "writers/entries.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {
namespace {

// A "#" begins a directive, a brace at the end a sub-test, and spaces at the ends don't count.
std::string description(std::string_view name) {
  std::string out;
  for (const char c : trim(name)) {
    if (c == '#' || c == '\\') out += '\\';
    out += c;
  }
  if (out.ends_with('{')) out += "…}";
  return out;
}

// Perl takes no longer string than 32 KiB, with its escapes.
constexpr std::size_t kLongestValue = 12'000;

// A value of YAML on one line, as JSON writes it.
std::string quoted(const std::string& text) {
  return to_json_line(json::value(shortened(text, kLongestValue)));
}

class Block {
 public:
  Block(std::string& text, std::size_t indent) : text_(text), indent_(indent, ' ') { line("---"); }
  void line(std::string_view words) { text_ += fmt::format("{}{}\n", indent_, words); }
  void end() { line("..."); }

 private:
  std::string& text_;
  std::string indent_;
};

void put_block(std::string& text, std::size_t indent, const Group& group, const Entry& entry) {
  Block block(text, indent + 2);
  if (!entry.message.empty()) block.line("message: " + quoted(entry.message));
  if (entry.bad()) block.line(entry.status == Status::fail ? "severity: fail" : "severity: error");
  if (!entry.code.empty()) block.line("code: " + quoted(entry.code));
  if (const Location place = place_of(group, entry); !place.file.empty() && place.line) {
    block.line("at:");
    block.line("  file: " + quoted(place.file));
    block.line(fmt::format("  line: {}", *place.line));
  }
  if (const std::size_t tries = failed_tries(entry); tries > 0) {
    block.line(fmt::format("attempts: {}", tries + 1));
    block.line(fmt::format("flaky: {}", entry.test->flaky));
  }
  if (entry.test != nullptr && entry.test->duration_ms && std::isfinite(*entry.test->duration_ms))
    block.line(fmt::format("duration_ms: {:.3f}", *entry.test->duration_ms));
  if (!entry.output.empty()) block.line("output: " + quoted(entry.output));
  block.end();
}

void put_entry(std::string& text, std::size_t indent, std::size_t number, const Group& group,
               const Entry& entry) {
  text += fmt::format("{:{}}{} {} - {}", "", indent, entry.bad() ? "not ok" : "ok", number,
                      description(entry.name));
  if (entry.status == Status::skip) text += " # SKIP " + description(first_line(entry.message, 200));
  text += '\n';
  const bool timed = entry.test != nullptr && entry.test->duration_ms;
  if (entry.bad() || timed || failed_tries(entry) > 0 || !entry.output.empty())
    put_block(text, indent, group, entry);
}

std::string tap(const Written& written, int version) {
  std::string text = fmt::format("TAP version {}\n", version);
  const std::vector<Group> groups = groups_of(written.answer);
  std::size_t number = 0;
  for (const Group& group : groups) {
    ++number;
    const bool bad = std::ranges::any_of(group.entries, &Entry::bad);
    const std::string name = description(group.title());
    text += fmt::format("# Subtest: {}\n", name);
    std::size_t inner = 0;
    for (const Entry& entry : group.entries) put_entry(text, 4, ++inner, group, entry);
    text += fmt::format("    1..{}\n{} {} - {}\n", inner, bad ? "not ok" : "ok", number, name);
  }
  text += fmt::format("1..{}\n", number);
  for (const auto& [key, value] : properties_of(written))
    text += fmt::format("# {}: {}\n", key, description(printable(value)));
  return text;
}

}  // namespace

std::string write_tap(const Written& written) {
  return tap(written, 13);
}

std::string write_tap14(const Written& written) {
  return tap(written, 14);
}

}  // namespace proctor::writers
