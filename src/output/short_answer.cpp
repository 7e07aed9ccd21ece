#include "output/short_answer.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"
#include "output/token_budget.hpp"
#include "request/test_id.hpp"

namespace proctor::output {
namespace {

// How much is told: the first of these with which the answer fits.
struct Measure {
  std::size_t text;   // bytes of one string
  std::size_t items;  // of one list
};
constexpr std::array<Measure, 11> kMeasures{Measure{1'000'000, 40},
                                            {6'000, 40},
                                            {4'000, 40},
                                            {2'000, 25},
                                            {1'000, 15},
                                            {600, 10},
                                            {400, 8},
                                            {200, 5},
                                            {120, 3},
                                            {80, 1},
                                            {40, 0}};
constexpr std::size_t kLongestReason = 300;  // `summary` has the first ones in full

std::string_view text_at(const json::object& object, std::string_view key) {
  const json::value* const value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

const json::object* object_at(const json::object& object, std::string_view key) {
  const json::value* const value = object.if_contains(key);
  return value == nullptr ? nullptr : value->if_object();
}

const json::array& list_at(const json::object& object, std::string_view key) {
  static const json::array kNone;
  const json::value* const value = object.if_contains(key);
  return value != nullptr && value->is_array() ? value->get_array() : kNone;
}

bool is_failure(const json::object& test) {
  const std::string_view status = text_at(test, "status");
  return status == "fail" || status == "error";
}

// The end of output matters more than its beginning, and both more than the middle.
std::string without_middle(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  const std::size_t head = utf8_prefix(text, bytes / 3);
  const std::size_t tail = utf8_suffix(text, bytes - bytes / 3);
  return std::string(text.substr(0, head)) + "…" + std::string(text.substr(text.size() - tail));
}

// Any part of an envelope within the measure.
json::value within(const json::value& value, const Measure& measure) {
  if (value.is_string())
    return json::string(without_middle(std::string_view(value.get_string()), measure.text));
  if (const json::array* const list = value.if_array()) {
    json::array kept;
    for (const json::value& item : *list) {
      if (kept.size() == measure.items) break;
      kept.push_back(within(item, measure));
    }
    return kept;
  }
  if (const json::object* const object = value.if_object()) {
    json::object kept;
    std::size_t left = measure.items + 20;
    for (const auto& member : *object) {
      if (left-- == 0) break;
      // The frames of all threads and the processes have their place in the whole answer.
      if (member.key() == "stacks" || member.key() == "processes") continue;
      kept[member.key()] = within(member.value(), measure);
    }
    return kept;
  }
  return value;
}

json::array short_failures(const json::object& report, const Measure& measure, std::size_t& left_out) {
  json::array failures;
  for (const json::value& suite : list_at(report, "suites")) {
    for (const json::value& entry : list_at(suite.as_object(), "cases")) {
      const json::object& test = entry.as_object();
      if (!is_failure(test)) continue;
      if (failures.size() == measure.items) {
        ++left_out;
        continue;
      }
      const TestId id{std::string(text_at(suite.as_object(), "file")),
                      std::string(text_at(suite.as_object(), "name")), std::string(text_at(test, "name"))};
      json::object failure{
          {"id", without_middle(printable(to_text(id)), std::max<std::size_t>(measure.text, 200))}};
      if (const json::object* const location = object_at(test, "location")) {
        for (const auto& member : *location) failure[member.key()] = within(member.value(), measure);
      }
      if (test.contains("reason"))
        failure["reason"] = within(test.at("reason"), {std::min(measure.text, kLongestReason), 0});
      failures.push_back(std::move(failure));
    }
  }
  return failures;
}

// Only suites that have more to say than how many of their tests passed.
json::array short_suites(const json::object& report, const Measure& measure) {
  json::array suites;
  for (const json::value& each : list_at(report, "suites")) {
    if (suites.size() == measure.items) break;
    const json::object& suite = each.as_object();
    json::array cases;
    for (const json::value& test : list_at(suite, "cases")) {
      if (text_at(test.as_object(), "status") == "pass" || cases.size() == measure.items) continue;
      cases.push_back({{"name", within(test.at("name"), measure)}, {"status", test.at("status")}});
    }
    if (cases.empty()) continue;
    json::object kept;
    for (const char* key : {"file", "name", "passed", "failed", "skipped", "errors"}) {
      if (suite.contains(key)) kept[key] = within(suite.at(key), measure);
    }
    kept["cases"] = std::move(cases);
    suites.push_back(std::move(kept));
  }
  return suites;
}

// What a reader can do without, or finds elsewhere in the answer.
bool is_left_out(std::string_view key) {
  constexpr std::array<std::string_view, 13> kLeftOut{
      "usage",     "isolation", "stripped_env", "shell",      "output_bytes", "timed_out", "coverage",
      "framework", "source",    "evidence",     "gas_report", "suites",       "report"};
  return std::find(kLeftOut.begin(), kLeftOut.end(), key) != kLeftOut.end();
}

bool says_nothing(const json::value& value) {
  return (value.is_array() && value.get_array().empty()) || (value.is_bool() && !value.get_bool());
}

json::object short_data(const json::object& data, const Measure& measure) {
  json::object kept;
  const bool report = data.contains("suites");
  for (const auto& member : data) {
    const std::string_view key(member.key());
    if ((report || data.contains("termination")) && is_left_out(key)) continue;
    if (says_nothing(member.value())) continue;
    // Of a run's tests: the numbers are told anyway, and of the run its name.
    if (report && (key == "skipped" || key == "errors") && member.value() == 0) continue;
    const json::object* const run = key == "run" ? member.value().if_object() : nullptr;
    if (run != nullptr) {
      json::object short_run;
      if (run->contains("id")) short_run["id"] = run->at("id");
      if (!list_at(*run, "left_behind").empty())
        short_run["left_behind"] = within(run->at("left_behind"), measure);
      kept["run"] = std::move(short_run);
      continue;
    }
    kept[key] = within(member.value(), measure);
  }
  if (const json::object* const isolation = object_at(data, "isolation"); isolation != nullptr && !report) {
    json::object held = *isolation;
    for (const char* key : {"limits", "kill_scope"}) held.erase(key);
    kept["isolation"] = std::move(held);
  }
  if (report) kept["suites"] = short_suites(data, measure);
  if (const json::object* const inner = object_at(data, "report"))
    kept["report"] = short_data(*inner, measure);
  return kept;
}

// What the diagnostics of a compiler say stands in `data` once.
json::object short_error(const json::object& error, const Measure& measure) {
  json::object kept = within(error, measure).as_object();
  if (const json::value* const details = kept.if_contains("details"); details && details->is_object())
    kept["details"].get_object().erase("diagnostics");
  return kept;
}

json::object in_measure(const json::object& envelope, std::string_view summary, const json::object& full,
                        const Measure& measure) {
  json::object answer;
  answer["summary"] = summary;
  answer["ok"] = envelope.contains("ok") ? envelope.at("ok") : json::value(false);
  const json::object* const data = object_at(envelope, "data");
  const json::object* report = data;
  if (data != nullptr && !data->contains("suites")) report = object_at(*data, "report");
  if (data != nullptr && data->contains("verdict")) answer["verdict"] = data->at("verdict");
  if (report != nullptr) {
    json::object counts;
    for (const char* key : {"passed", "failed", "skipped", "errors"}) {
      if (report->contains(key)) counts[key] = report->at(key);
    }
    answer["counts"] = std::move(counts);
    std::size_t left_out = 0;
    answer["failures"] = short_failures(*report, measure, left_out);
    if (left_out > 0) answer["failures_left_out"] = left_out;
  }
  if (const json::object* const error = object_at(envelope, "error"))
    answer["error"] = short_error(*error, measure);
  if (data != nullptr) answer["data"] = short_data(*data, measure);
  if (!full.empty()) answer["full"] = full;
  return answer;
}

}  // namespace

std::size_t json_tokens(const json::value& value) {
  return estimated_tokens(to_json_line(value));
}

json::object short_answer(const json::object& envelope, std::string_view summary, const json::object& full,
                          std::size_t max_tokens) {
  std::string words(summary);
  const std::size_t room = max_tokens / 5 * 3;
  while (!words.empty() && json_tokens(json::value(words)) > room)
    words.resize(token_prefix(words, estimated_tokens(words) * 4 / 5).size());
  for (const Measure& measure : kMeasures) {
    json::object answer = in_measure(envelope, words, full, measure);
    if (json_tokens(answer) <= max_tokens) return answer;
  }
  // So little room that only the first words are left.
  json::object least{{"summary", words},
                     {"ok", envelope.contains("ok") ? envelope.at("ok") : json::value(false)}};
  while (!words.empty() && json_tokens(least) > max_tokens) {
    words.resize(token_prefix(words, estimated_tokens(words) / 2).size());
    least["summary"] = words;
  }
  return least;
}

}  // namespace proctor::output
