#include "format/output_watch.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "format/evidence_start.hpp"
#include "format/line_cursor.hpp"
#include "format/line_form.hpp"
#include "format/line_prefix.hpp"
#include "format/output_evidence.hpp"
#include "format/runner_command.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kLongestWatched = 4096;
constexpr std::size_t kMostParts = 32;
// A prefix is one that comes again: "result: 1 failed in 0.1s" may be anybody's.
constexpr std::size_t kLinesOfPart = 3;
constexpr std::size_t kMostPrefixes = 2;  // before each other: a name, and a time behind it

// Tools' own words of one part that stand in prose as well are too short: "FAIL", "ERRORS!".
bool says_how_many(std::string_view line) {
  return std::any_of(line.begin(), line.end(), is_digit);
}

// concurrently: "[0] npm test exited with code 1"; above 128 somebody stopped it.
bool ended_badly(std::string_view rest) {
  const std::size_t at = rest.rfind(" exited with code ");
  if (at == std::string_view::npos || !has(rest.substr(0, at), "est")) return false;
  Cursor cursor(rest.substr(at));
  cursor.take(" exited with code ");
  const auto code = cursor.number();
  return code && *code > 0 && *code <= 128 && cursor.done();
}

}  // namespace

OutputWatch::OutputWatch(std::string_view command)
    : command_(command), none_ran_(command), hidden_exit_(command) {}

void OutputWatch::feed(std::string_view text) {
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::string_view part = text.substr(0, newline);
    const bool whole = newline != std::string_view::npos;
    if (!too_long_ && line_.size() + part.size() > kLongestWatched) {
      too_long_ = true;
      hidden_exit_.long_line(line_.empty() ? part : line_);
    }
    if (!too_long_ && whole && line_.empty()) {
      line(part);
    } else if (!too_long_) {
      line_ += part;
      if (whole) line(line_);
    }
    if (!whole) return;
    if (too_long_) run_.long_line();
    line_.clear();
    too_long_ = false;
    text.remove_prefix(newline + 1);
  }
}

void OutputWatch::line(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  none_ran_.line(line);
  run_.line(line);
  hidden_exit_.line(line);
  prefixed_line(line);
}

void OutputWatch::prefixed_line(std::string_view line) {
  std::string_view rest = line;
  std::string prefix;  // the same name behind another one is another source
  for (std::size_t i = 0; i < kMostPrefixes; ++i) {
    const auto prefixed = take_prefix(rest);
    if (!prefixed) return;
    rest = prefixed->rest;
    (prefix += prefixed->prefix) += '\n';
    Part* const part = part_of(prefix);
    if (part == nullptr) return;
    ++part->lines;
    part->run.line(rest);
    if (prefixed->kind != PrefixedLine::Kind::colon) none_ran_.line(rest);
    if (part->failure_lines.size() >= OutputEvidence::kFailureLines) continue;
    const bool by_name = prefixed->kind == PrefixedLine::Kind::brackets && ended_badly(rest);
    if (look_at_line(rest) == Look::no && !by_name) continue;
    const bool failed = part->context.line(rest) == FailureContext::Says::tests_failed;
    if ((failed && says_how_many(rest)) || by_name) part->failure_lines.emplace_back(line);
  }
}

OutputWatch::Part* OutputWatch::part_of(std::string_view prefix) {
  const auto same = [prefix](const Part& part) { return part.prefix == prefix; };
  const auto found = std::find_if(parts_.begin(), parts_.end(), same);
  if (found != parts_.end()) return &*found;
  if (parts_.size() == kMostParts) {
    const auto once = [](const Part& part) { return part.lines < kLinesOfPart; };
    const auto oldest = std::find_if(parts_.begin(), parts_.end(), once);
    if (oldest == parts_.end()) return nullptr;
    parts_.erase(oldest);
  }
  return &parts_.emplace_back(Part{.prefix = std::string(prefix)});
}

OutputWatch::Seen OutputWatch::finish() {
  if (too_long_) run_.long_line();
  if (!line_.empty() && !too_long_) line(line_);
  const bool about_tests = none_ran_.saw_tests() || names_tests(command_);
  Seen seen{.none_ran = none_ran_.found(), .unfinished = run_.found(command_, about_tests)};
  seen.about_tests = about_tests;
  if (!about_tests) seen.crash = for_terminal(none_ran_.crash().empty() ? run_.crash() : none_ran_.crash());
  const auto add = [&seen](std::string_view line) {
    std::string harmless = for_terminal(trim(line));
    harmless.resize(utf8_prefix(harmless, OutputEvidence::kFailureLineBytes));
    if (seen.failure_lines.size() < OutputEvidence::kFailureLines)
      seen.failure_lines.push_back(std::move(harmless));
  };
  for (const Part& part : parts_) {
    if (part.lines < kLinesOfPart) continue;
    if (!seen.unfinished || seen.unfinished->may_be_cut) {
      if (auto found = part.run.found(command_, about_tests)) seen.unfinished = std::move(found);
    }
    for (const std::string& line : part.failure_lines) add(line);
  }
  HiddenExitWatch::Seen hidden =
      hidden_exit_.finish(seen.none_ran.has_value(), seen.unfinished && seen.unfinished->may_be_cut);
  if (!hidden.failure_line.empty()) add(hidden.failure_line);
  seen.untold = std::move(hidden.untold);
  return seen;
}

}  // namespace proctor::format
