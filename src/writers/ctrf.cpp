// The Common Test Report Format, spec 0.0.0 (the npm package `ctrf` has its schema).
//
// What has an error counts as failed, and a test that didn't run is pending; `rawStatus` says which.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "base/json.hpp"
#include "base/text.hpp"
#include "writers/entries.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {
namespace {

std::int64_t whole_ms(std::optional<double> milliseconds) {
  const double value = milliseconds.value_or(0);
  return std::isfinite(value) && value > 0 ? std::llround(std::min(value, 1e12)) : 0;
}

const char* ctrf_status(const Entry& entry) {
  if (entry.not_run) return "pending";
  if (entry.bad()) return "failed";
  return entry.status == Status::skip ? "skipped" : "passed";
}

void put_text(json::object& object, std::string_view key, const std::string& text) {
  if (!text.empty()) object[key] = clean(text);
}

json::object now(double value) {
  return {{"current", value}};
}

double rate(std::size_t some, std::size_t all) {
  return all == 0 ? 0 : static_cast<double>(some) / static_cast<double>(all);
}

json::object insights_json(const Insights::Test& test) {
  json::object out{{"passRate", now(rate(test.runs - test.failed, test.runs))},
                   {"failRate", now(rate(test.failed, test.runs))},
                   {"flakyRate", now(rate(test.flaky, test.runs))},
                   {"averageTestDuration", now(test.mean_ms)},
                   {"p95TestDuration", now(test.p95_ms)}};
  out["executedInRuns"] = test.runs;
  return out;
}

json::object insights_json(const Insights& insights) {
  std::size_t results = 0;
  std::size_t flaky = 0;
  double duration = 0;
  for (const Insights::Test& test : insights.tests) {
    results += test.runs;
    flaky += test.flaky;
    duration += test.mean_ms * static_cast<double>(test.runs);
  }
  json::object out{{"passRate", now(rate(insights.passed, insights.runs))},
                   {"failRate", now(rate(insights.runs - insights.passed, insights.runs))},
                   {"flakyRate", now(rate(flaky, results))},
                   {"averageRunDuration", now(insights.mean_ms)},
                   {"p95RunDuration", now(insights.p95_ms)}};
  out["averageTestDuration"] = now(results == 0 ? 0 : duration / static_cast<double>(results));
  out["runsAnalyzed"] = insights.runs;
  return out;
}

// Why a test failed: its first line is the message, all of it the trace.
void put_why(json::object& out, const std::string& why) {
  if (why.empty()) return;
  const std::string first = first_line(why, 1'000);
  out["message"] = first;
  if (why != first) out["trace"] = why;
}

void put_tries(json::object& out, const Entry& entry) {
  const std::size_t tries = failed_tries(entry);
  if (tries == 0) return;
  out["retries"] = tries;
  json::array attempts;
  for (std::size_t i = 1; i <= tries; ++i) {
    json::object attempt{{"attempt", i}, {"status", "failed"}};
    if (i == 1) put_why(attempt, entry.message);
    attempts.emplace_back(std::move(attempt));
  }
  out["retryAttempts"] = std::move(attempts);
}

json::array lines_of(const std::string& text) {
  json::array lines;
  for (const std::string_view line : split_lines(text)) lines.emplace_back(line);
  return lines;
}

json::object test_json(const Group& group, const Entry& entry) {
  json::object out{{"name", entry.name},
                   {"status", ctrf_status(entry)},
                   {"duration", entry.test != nullptr ? whole_ms(entry.test->duration_ms) : 0}};
  json::array suite;
  if (!group.file.empty()) suite.emplace_back(group.file);
  if (!group.name.empty()) suite.emplace_back(group.name);
  if (!suite.empty()) out["suite"] = std::move(suite);
  const Location place = place_of(group, entry);
  if (!place.file.empty()) out["filePath"] = place.file;
  if (place.line) out["line"] = *place.line;
  out["rawStatus"] = !entry.code.empty() ? entry.code.c_str()
                     : entry.not_run     ? "not_run"
                                         : word(entry.status);
  // Of a flaky test that passed, the reason is that of its first try.
  if (entry.status != Status::pass) put_why(out, entry.message);
  put_tries(out, entry);
  if (entry.test == nullptr) return out;
  if (entry.test->flaky) out["flaky"] = true;
  if (entry.test->kind) out["type"] = clean(*entry.test->kind);
  if (!entry.output.empty()) out["stdout"] = lines_of(entry.output);
  json::object extra;
  if (entry.test->is_new) extra["new"] = true;
  if (entry.test->known_flaky) extra["knownFlaky"] = true;
  if (!extra.empty()) out["extra"] = std::move(extra);
  return out;
}

json::object environment_json(const Written& written) {
  json::object out;
  const Surroundings& around = written.around;
  put_text(out, "appName", written.name);
  put_text(out, "buildName", around.build_name);
  std::int64_t number = 0;
  const std::string& digits = around.build_number;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc() && end == digits.data() + digits.size()) out["buildNumber"] = number;
  put_text(out, "buildUrl", around.build_url);
  put_text(out, "repositoryName", around.repository);
  put_text(out, "commit", around.commit);
  put_text(out, "branchName", around.branch);
  out["osPlatform"] = "linux";
  if (written.answer.report && written.answer.report->shard) {
    const Shard& shard = *written.answer.report->shard;
    out["shardId"] = fmt::format("{}/{}", shard.index, shard.count);
  }
  json::object extra;
  for (const auto& [name, value] : properties_of(written)) extra[name] = value;
  out["extra"] = std::move(extra);
  return out;
}

}  // namespace

std::string write_ctrf(const Written& written) {
  std::map<TestName, const Insights::Test*> insights;
  for (const Insights::Test& test : written.insights.tests) insights[test.name] = &test;
  std::map<std::string_view, std::size_t> counted;
  json::array tests;
  const std::vector<Group> groups = groups_of(written.answer);
  for (const Group& group : groups) {
    for (const Entry& entry : group.entries) {
      json::object test = test_json(group, entry);
      ++counted[ctrf_status(entry)];
      const auto known = insights.find({group.file, group.name, entry.name});
      if (known != insights.end()) test["insights"] = insights_json(*known->second);
      tests.emplace_back(std::move(test));
    }
  }
  json::object summary{{"tests", tests.size()}};
  for (const char* status : {"passed", "failed", "skipped", "pending", "other"})
    summary[status] = counted[status];
  const auto& report = written.answer.report;
  summary["flaky"] = report ? count_flaky(report->suites) : 0;
  summary["suites"] = groups.size();
  summary["start"] = written.began;
  summary["stop"] = written.ended;
  summary["duration"] = std::max<std::int64_t>(written.ended - written.began, 0);
  const bool named = report && !report->framework.name.empty();
  json::object tool{{"name", named ? clean_name(report->framework.name) : "proctor"}};
  if (named) put_text(tool, "version", report->framework.version);
  json::object results{{"tool", std::move(tool)}, {"summary", std::move(summary)}};
  results["tests"] = std::move(tests);
  results["environment"] = environment_json(written);
  json::object out{{"reportFormat", "CTRF"},
                   {"specVersion", "0.0.0"},
                   {"timestamp", utc_seconds(written.ended) + "Z"},
                   {"generatedBy", clean("proctor " + written.version)}};
  if (report) put_text(out, "runId", report->run.id);
  out["results"] = std::move(results);
  if (written.insights.runs > 0) out["insights"] = insights_json(written.insights);
  return to_json_pretty(out) + '\n';
}

}  // namespace proctor::writers
