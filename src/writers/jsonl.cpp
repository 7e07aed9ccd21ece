#include "writers/jsonl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/json.hpp"
#include "base/text.hpp"
#include "output/envelope.hpp"
#include "writers/entries.hpp"

namespace proctor::writers {
namespace {

constexpr int kVersionOfEvents = 1;
constexpr std::size_t kLongestEventText = 64U << 10U;
constexpr std::size_t kLongestEventName = 4U << 10U;

// One line for whoever reads it: some take more than line feeds for an end of one.
std::string event_line(const json::object& event) {
  std::string text = to_json_line(event);
  replace_all(text, "\xC2\x85", "\\u0085");
  replace_all(text, "\xE2\x80\xA8", "\\u2028");
  replace_all(text, "\xE2\x80\xA9", "\\u2029");
  return text + '\n';
}

json::object event_object(std::string_view event, std::int64_t at) {
  return {{"event", event}, {"time", at}};
}

// Empty is left out.
void put_text(json::object& object, std::string_view name, const std::string& text, std::size_t most) {
  if (!text.empty()) object[name] = shortened(text, most);
}

// By its id, or else by all of its names.
std::string key_of(std::string_view id, std::string_view file, std::string_view suite,
                   std::string_view name) {
  if (!id.empty()) return std::string(id);
  return fmt::format("{}\n{}\n{}\n", file, suite, name);
}

json::object entry_event(const Group& group, const Entry& entry, std::int64_t at) {
  json::object object = event_object(entry.not_run ? "test_not_run" : "test_ended", at);
  if (entry.test != nullptr && !entry.test->id.empty())
    put_text(object, "id", clean_name(entry.test->id), kLongestEventName);
  put_text(object, "file", group.file, kLongestEventName);
  put_text(object, "suite", group.name, kLongestEventName);
  put_text(object, "name", entry.name, kLongestEventName);
  if (!entry.not_run) object["status"] = word(entry.status);
  if (entry.test != nullptr) {
    if (entry.test->duration_ms) object["duration_ms"] = *entry.test->duration_ms;
    if (const Location place = place_of(group, entry); place.line) {
      object["location"] = {{"file", place.file}, {"line", *place.line}};
    }
    if (entry.test->attempts > 1) object["attempts"] = entry.test->attempts;
    if (entry.test->flaky) object["flaky"] = true;
  }
  put_text(object, "reason", entry.message, kLongestEventText);
  if (entry.bad()) put_text(object, "output", entry.output, kLongestEventText);
  return object;
}

json::object end_event(const Written& written) {
  json::object object = event_object("run_ended", written.ended);
  const auto& report = written.answer.report;
  object["verdict"] = word(verdict_of(written.answer));
  object["exit_code"] = written.exit_code;
  if (const auto why = output::why_no_pass(written.answer)) object["error"] = output::to_json(*why);
  object["duration_ms"] = std::max<std::int64_t>(written.ended - written.began, 0);
  const Counts counts = report ? count(report->suites) : Counts{};
  std::size_t not_run = 0;
  if (report) {
    not_run = static_cast<std::size_t>(std::ranges::count(report->not_run, false, &NotRun::on_purpose));
  }
  object["counts"] = {{"passed", counts.passed}, {"failed", counts.failed},
                      {"errors", counts.errors}, {"skipped", counts.skipped},
                      {"not_run", not_run},      {"flaky", report ? count_flaky(report->suites) : 0}};
  if (!report) return object;
  put_text(object, "run", clean(report->run.id), kLongestEventName);
  if (!report->framework.name.empty()) {
    object["framework"] = {{"name", clean(report->framework.name)},
                           {"version", clean(report->framework.version)}};
  }
  put_text(object, "rerun", clean(report->rerun), kLongestEventText);
  if (report->shard) object["shard"] = {{"index", report->shard->index}, {"count", report->shard->count}};
  return object;
}

}  // namespace

struct EventLines::ToJson {
  EventLines& lines;
  std::int64_t at;

  std::string text(std::string_view raw) const {
    return clean(lines.mask_ ? lines.mask_(raw) : std::string(raw));
  }
  std::string name(std::string_view raw) const {
    return raw.empty() ? "" : clean_name(lines.mask_ ? lines.mask_(raw) : std::string(raw));
  }
  json::object test(std::string_view event, const EventTest& test, std::string_view shown) const {
    json::object object = event_object(event, at);
    put_text(object, "id", name(test.id), kLongestEventName);
    put_text(object, "file", name(test.file), kLongestEventName);
    put_text(object, "suite", name(test.suite), kLongestEventName);
    put_text(object, "name", name(test.name.empty() ? shown : test.name), kLongestEventName);
    return object;
  }

  json::object operator()(const PhaseStarted& event) const {
    json::object object = event_object(event.attempt > 1 ? "retry" : "phase", at);
    if (event.attempt > 1) {
      object["attempt"] = event.attempt;
      return object;
    }
    put_text(object, "name", name(event.phase), kLongestEventName);
    put_text(object, "detail", text(event.detail), kLongestEventText);
    return object;
  }
  json::object operator()(const SuitesFound& event) const {
    json::object object = event_object("plan", at);
    object["suites"] = event.count;
    return object;
  }
  json::object operator()(const TestsFound& event) const {
    json::object object = event_object("plan", at);
    object["tests"] = event.count;
    return object;
  }
  json::object operator()(const SuiteStarted& event) const {
    json::object object = event_object("suite_began", at);
    object["name"] = shortened(name(event.name), kLongestEventName);
    return object;
  }
  json::object operator()(const SuiteFinished& event) const {
    json::object object = event_object("suite_ended", at);
    object["name"] = shortened(name(event.name), kLongestEventName);
    if (event.duration) object["duration_ms"] = static_cast<double>(event.duration->count()) / 1000;
    return object;
  }
  json::object operator()(const TestStarted& event) const {
    return test("test_began", event.test, event.name);
  }
  json::object operator()(const TestFinished& event) const {
    json::object object = test(event.status ? "test_ended" : "group_ended", event.test, event.name);
    if (event.status) {
      object["status"] = word(*event.status);
      const EventTest& named = event.test;
      lines.told_[key_of(named.id, named.file, named.suite, named.name)] = *event.status;
    }
    if (event.duration_ms) object["duration_ms"] = *event.duration_ms;
    put_text(object, "reason", text(event.reason), kLongestEventText);
    return object;
  }
};

std::string EventLines::began(const RunStart& start) {
  json::object object = event_object("run_began", start.began);
  const ToJson to_json{*this, start.began};
  object["version"] = kVersionOfEvents;
  put_text(object, "proctor", start.version, kLongestEventName);
  put_text(object, "project", to_json.name(start.name), kLongestEventName);
  put_text(object, "command", to_json.text(start.command), kLongestEventText);
  return event_line(object);
}

std::string EventLines::line(const Event& event, std::int64_t at) {
  return event_line(std::visit(ToJson{*this, at}, event));
}

std::string EventLines::ended(const Written& written) const {
  std::string lines;
  for (const Group& group : groups_of(written.answer)) {
    for (const Entry& entry : group.entries) {
      if (!entry.code.empty()) continue;  // the last line has it
      if (const Case* test = entry.test; test != nullptr && test->attempts < 2) {
        const auto told = told_.find(key_of(test->id, group.file, group.name, test->name));
        if (told != told_.end() && told->second == test->status) continue;
      }
      lines += event_line(entry_event(group, entry, written.ended));
    }
  }
  return lines + event_line(end_event(written));
}

std::string write_jsonl(const Written& written) {
  EventLines lines;
  const auto& report = written.answer.report;
  return lines.began({.name = written.name,
                      .command = report ? report->run.command : "",
                      .version = written.version,
                      .began = written.began}) +
         lines.ended(written);
}

}  // namespace proctor::writers
