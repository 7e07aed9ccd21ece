#include "format/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostProblems = 20;
constexpr std::size_t kLongestProblem = 500;

std::string shown(const TestEvent& test) {
  const std::string& name = test.name.empty() ? test.id : test.name;
  return test.suite.empty() ? name : test.suite + " " + name;
}

Case case_of(const TestEvent& test, std::size_t order) {
  Case result{.name = to_valid_utf8(test.name.empty() ? test.id : test.name),
              .status = test.status.value_or(Status::error)};
  if (!test.message.empty()) result.reason = to_valid_utf8(test.message);
  if (test.open()) {
    result.unfinished = true;
    result.reason =
        "The test began and has no result." + (test.message.empty() ? "" : "\n\n" + *result.reason);
  }
  result.duration_ms = test.duration_ms;
  if (test.duration_ms) result.duration = fmt::format("{:.1f}ms", *test.duration_ms);
  if (test.line)
    result.location = Location{to_valid_utf8(test.place.empty() ? test.file : test.place), test.line};
  result.order = order;
  result.id = to_valid_utf8(test.id);
  result.output = to_valid_utf8(test.output);
  if (!trim(result.output).empty())
    for (const std::string_view line : split_lines(result.output)) result.logs.emplace_back(line);
  return result;
}

ErrorCode code_of(const TestEvents& events) {
  if (events.unavailable()) return ErrorCode::tool_not_found;
  if (events.bad_settings()) return ErrorCode::test_config_invalid;
  return events.behind_tests() ? ErrorCode::test_inconsistent : ErrorCode::test_compile_failed;
}

void put(std::string& list, std::string_view text) {
  list += (list.empty() ? "" : "; ") + std::string(text);
}

}  // namespace

void ReportReader::finish() {
  end();
  for (const TestEvent& test : events_.tests()) {
    if (test.open()) problem(shown(test) + " began and has no result");
  }
  if (events_.overflowed()) problem("it has more tests than are kept");
}

void ReportReader::problem(std::string text) {
  if (text.size() > kLongestProblem) text = text.substr(0, utf8_prefix(text, kLongestProblem)) + "…";
  text = for_terminal(text);
  const bool known = std::find(problems_.begin(), problems_.end(), text) != problems_.end();
  if (!known && problems_.size() < kMostProblems) problems_.push_back(std::move(text));
}

TestEvent* ReportReader::whole(const std::string& suite, const std::string& name, Status status,
                               std::string_view message) {
  TestEvent* part = events_.named(suite + ' ' + name);
  if (part == nullptr || !events_.start(*part)) return nullptr;
  part->suite = suite;
  part->name = name;
  part->whole = true;
  events_.append(part->message, message, kMostTextOfATest);
  events_.finish(*part, status);
  return part;
}

void ReportReader::result(TestEvent& test, Status status) {
  events_.start(test);
  events_.finish(test, status);
}

ReadReports report_of(const std::vector<LabelledReader>& readers) {
  ReadReports all;
  std::set<std::string, std::less<>> names;  // of those that have begun, by id and by name
  for (const auto& [label, reader] : readers) {
    for (const TestEvent& test : reader->events().tests()) {
      if (test.number == 0) continue;
      names.insert(test.id);
      names.insert(test.name);
    }
  }
  std::size_t order = 0;
  for (const auto& [label, reader] : readers) {
    const TestEvents& events = reader->events();
    std::map<std::string, std::size_t> places;
    for (const TestEvent& test : events.tests()) {
      if (test.group) continue;
      const std::string suite = to_valid_utf8(test.suite.empty() ? label : test.suite);
      if (test.number == 0) {
        if (names.contains(test.id) || (test.suite.empty() && names.contains(test.name))) continue;
        all.not_run.push_back({.file = to_valid_utf8(test.file),
                               .suite = suite,
                               .name = to_valid_utf8(test.name.empty() ? test.id : test.name),
                               .cause = "it has no result"});
        continue;
      }
      const auto [place, is_new] = places.emplace(suite, all.suites.size());
      if (is_new) all.suites.push_back({.file = to_valid_utf8(test.file), .name = suite});
      Suite& into = all.suites[place->second];
      if (into.file != test.file) into.file.clear();
      into.cases.push_back(case_of(test, ++order));
    }
    for (const std::string& problem : reader->problems())
      put(all.state.malformed, label.empty() ? problem : fmt::format("{}: {}", label, problem));
    for (const std::string& warning : events.warnings()) all.warnings.push_back(to_valid_utf8(warning));
    all.state.found = all.state.found || reader->found();
    if (events.error().empty()) continue;
    std::string words = to_valid_utf8(events.error());
    Diagnostic diagnostic;
    diagnostic.severity = "error";
    diagnostic.message = words;
    all.diagnostics.push_back(std::move(diagnostic));
    if (!all.state.cause) all.state.cause = Error{code_of(events), std::move(words)};
  }
  return all;
}

}  // namespace proctor::format
