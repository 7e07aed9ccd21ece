#include "output/envelope.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::output {
namespace {

void put(json::object& object, std::string_view key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

template <typename T>
void put(json::object& object, std::string_view key, const std::optional<T>& value) {
  if (value) object[key] = *value;
}

void put(json::object& object, std::string_view key, const std::optional<std::string>& text) {
  if (text) put(object, key, *text);
}

// JSON has no word for infinity and not-a-number.
void put(json::object& object, std::string_view key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) object[key] = *value;
}

template <typename T, typename Convert>
json::array list(const std::vector<T>& items, Convert convert) {
  json::array out;
  out.reserve(items.size());
  for (const T& item : items) out.emplace_back(convert(item));
  return out;
}

json::array strings(const std::vector<std::string>& texts) {
  return list(texts, [](const std::string& text) { return json::value(text); });
}

void put_counts(json::object& object, const Counts& counts) {
  object["passed"] = counts.passed;
  object["failed"] = counts.failed;
  object["skipped"] = counts.skipped;
  object["errors"] = counts.errors;
}

json::object location_json(const Location& location) {
  json::object out;
  put(out, "file", location.file);
  put(out, "line", location.line);
  return out;
}

json::object case_json(const Case& test) {
  json::object out;
  out["name"] = test.name;
  out["status"] = word(test.status);
  put(out, "reason", test.reason);
  put(out, "gas", test.gas);
  put(out, "duration", test.duration);
  put(out, "duration_ms", test.duration_ms);
  put(out, "kind", test.kind);
  put(out, "runs", test.runs);
  if (test.location) {
    if (json::object location = location_json(*test.location); !location.empty()) out["location"] = location;
  }
  put(out, "counterexample", test.counterexample);
  if (!test.logs.empty()) out["logs"] = strings(test.logs);
  if (test.is_new) out["new"] = true;
  if (test.known_flaky) out["known_flaky"] = true;
  if (test.attempts > 1) out["attempts"] = test.attempts;
  if (test.flaky) out["flaky"] = true;
  return out;
}

json::object suite_json(const Suite& suite) {
  json::object out;
  put(out, "file", suite.file);
  put(out, "name", suite.name);
  put_counts(out, count(suite));
  put(out, "duration_ms", suite.duration_ms);
  out["cases"] = list(suite.cases, case_json);
  if (!suite.warnings.empty()) out["warnings"] = strings(suite.warnings);
  return out;
}

json::object name_json(const TestName& test) {
  json::object out;
  put(out, "file", test.file);
  put(out, "suite", test.suite);
  out["name"] = test.name;
  return out;
}

// As a person and a machine read it: "2026-01-31T23:59:59Z".
std::string utc(std::int64_t milliseconds) {
  const std::chrono::sys_seconds when{std::chrono::seconds(milliseconds / 1'000)};
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
}

json::object since_json(const SinceLast& since) {
  json::object out{{"run", since.run}, {"began", utc(since.began)}, {"age_ms", since.age}};
  out["tests_before"] = since.tests_before;
  out["tests_now"] = since.tests_now;
  out["new_failures"] = list(since.new_failures, name_json);
  out["fixed"] = list(since.fixed, name_json);
  out["still_failing"] = list(since.still_failing, [](const SinceLast::StillFailing& still) {
    json::object one = name_json(still.test);
    one["since_run"] = still.run;
    one["since"] = utc(still.began);
    return one;
  });
  out["gone"] = list(since.gone, name_json);
  if (!since.flaky.empty()) out["flaky"] = list(since.flaky, name_json);
  return out;
}

json::object repeat_json(const Repeat& repeat) {
  json::object out{{"asked", repeat.asked},
                   {"ran", repeat.ran()},
                   {"passed", repeat.passed},
                   {"failed", repeat.failed},
                   {"errors", repeat.errors}};
  out["tests"] = list(repeat.tests, [](const Repeat::Test& test) {
    json::object one;
    put(one, "file", test.file);
    put(one, "suite", test.suite);
    one["name"] = test.name;
    one["failed"] = test.failed;
    one["ran"] = test.ran;
    return one;
  });
  return out;
}

json::object part_json(const PartResult& part) {
  json::object out{{"project", part.project}, {"framework", part.framework}};
  put(out, "version", part.version);
  out["verdict"] = word(part.verdict);
  put_counts(out, part.counts);
  out["duration_ms"] = part.duration.count();
  if (!part.code.empty()) out["error"] = {{"code", part.code}, {"message", part.message}};
  return out;
}

json::object shard_json(const Shard& shard) {
  json::object out{{"index", shard.index}, {"count", shard.count}};
  if (shard.partition.empty()) return out;
  out["tests"] = shard.tests;
  out["tests_total"] = shard.tests_total;
  out["by"] = shard.by;
  out["partition"] = shard.partition;
  return out;
}

json::object not_run_json(const NotRun& test) {
  json::object out;
  put(out, "file", test.file);
  put(out, "suite", test.suite);
  put(out, "name", test.name);
  out["cause"] = test.cause;
  if (test.on_purpose) out["on_purpose"] = true;
  return out;
}

json::object hung_process_json(const HungProcess& process) {
  json::object out;
  out["pid"] = process.pid;
  out["parent"] = process.parent;
  out["command"] = process.command;
  out["state"] = process.state;
  put(out, "waits_for", process.waits_for);
  out["cpu_ms"] = process.cpu.count();
  out["threads"] = process.threads;
  if (!process.pipes.empty()) out["pipes"] = strings(process.pipes);
  return out;
}

json::object diagnostic_json(const Diagnostic& diagnostic) {
  return to_json(diagnostic);
}

json::object framework_json(const FrameworkInfo& framework) {
  json::object out;
  put(out, "name", framework.name);
  put(out, "version", framework.version);
  put(out, "evm_version", framework.evm_version);
  put(out, "fuzz_seed", framework.fuzz_seed);
  return out;
}

json::object left_behind_json(const LeftBehind& process) {
  return {{"pid", process.pid}, {"command", process.command}};
}

json::object run_json(const RunInfo& run, const std::optional<Termination>& termination) {
  json::object out;
  put(out, "id", run.id);
  put(out, "command", run.command);
  put(out, "workdir", run.workdir);
  out["usage"] = to_json(run.usage);
  if (termination) {
    if (termination->kind == Termination::Kind::exited) out["exit_code"] = termination->code;
    if (termination->kind == Termination::Kind::signalled) out["signal"] = termination->code;
    put(out, "evidence", termination->evidence);
  }
  put(out, "log", run.log);
  out["left_behind"] = list(run.left_behind, left_behind_json);
  if (run.isolation) out["isolation"] = to_json(*run.isolation);
  return out;
}

json::object gas_json(const GasContract& contract) {
  json::object functions;
  for (const GasFunction& function : contract.functions) {
    functions[function.name] = {{"calls", function.calls},
                                {"min", function.min},
                                {"mean", function.mean},
                                {"median", function.median},
                                {"max", function.max}};
  }
  return {{"contract", contract.contract},
          {"deployment", {{"gas", contract.deployment_gas}, {"size", contract.deployment_size}}},
          {"functions", std::move(functions)}};
}

json::object coverage_count_json(const CoverageCount& counted) {
  return {{"hit", counted.hit}, {"found", counted.found}};
}

json::object coverage_json(const CoverageFile& file) {
  json::object out;
  out["file"] = file.file;
  out["lines"] = coverage_count_json(file.lines);
  out["statements"] = coverage_count_json(file.statements);
  out["branches"] = coverage_count_json(file.branches);
  out["functions"] = coverage_count_json(file.functions);
  return out;
}

}  // namespace

std::optional<Error> why_no_pass(const Answer& answer) {
  if (answer.error) return answer.error;
  if (!answer.report) return Error{ErrorCode::internal_error, "There is neither a report nor an error."};
  if (answer.report->verdict == Verdict::pass) return std::nullopt;
  return Error{ErrorCode::internal_error, std::string("The verdict is \"") + word(answer.report->verdict) +
                                              "\", but no error says why."};
}

// Without the compiler's own words: they say the same again, for a person.
json::object to_json(const Diagnostic& diagnostic) {
  json::object out;
  out["severity"] = diagnostic.severity;
  put(out, "file", diagnostic.file);
  put(out, "line", diagnostic.line);
  put(out, "column", diagnostic.column);
  put(out, "code", diagnostic.code);
  out["message"] = diagnostic.message;
  if (diagnostic.hang) {
    out["processes"] = list(diagnostic.hang->processes, hung_process_json);
    put(out, "stacks", diagnostic.hang->stacks);
  }
  return out;
}

json::object to_json(const Usage& usage) {
  json::object out;
  out["wall_ms"] = usage.wall.count();
  out["user_cpu_ms"] = usage.user_cpu.count();
  out["system_cpu_ms"] = usage.system_cpu.count();
  put(out, "peak_memory_bytes", usage.peak_memory_bytes);
  put(out, "peak_processes", usage.peak_processes);
  put(out, "bytes_written", usage.bytes_written);
  return out;
}

json::object to_json(const Isolation& isolation) {
  json::object limits;
  for (const EnforcedLimit& limit : isolation.limits)
    limits[limit.name] = {{"limit", limit.limit}, {"enforced_by", limit.enforced_by}};
  json::object out{{"level", word(isolation.level)}, {"network", isolation.host_network ? "host" : "none"}};
  put(out, "kill_scope", isolation.kill_scope);
  out["limits"] = std::move(limits);
  return out;
}

json::object to_json(const Report& report) {
  json::object out;
  out["verdict"] = word(report.verdict);
  put_counts(out, count(report.suites));
  if (const std::size_t flaky = count_flaky(report.suites); flaky > 0) out["flaky"] = flaky;
  if (report.repeat) out["repeat"] = repeat_json(*report.repeat);
  put(out, "partial", report.partial);
  if (!report.parts.empty()) out["parts"] = list(report.parts, part_json);
  if (report.shard) out["shard"] = shard_json(*report.shard);
  if (report.termination) out["termination"] = word(report.termination->kind);
  out["duration_ms"] = report.run.usage.wall.count();
  out["suites"] = list(report.suites, suite_json);
  out["not_run"] = list(report.not_run, not_run_json);
  out["diagnostics"] = list(report.diagnostics, diagnostic_json);
  out["warnings"] = strings(report.warnings);
  if (!report.gas_report.empty()) out["gas_report"] = list(report.gas_report, gas_json);
  if (!report.coverage.empty()) {
    const CoverageFile all = total(report.coverage);
    out["coverage_percent"] = percent(all.lines.found > 0 ? all.lines : all.statements);
    out["coverage"] = list(report.coverage, coverage_json);
  }
  out["framework"] = framework_json(report.framework);
  put(out, "source", report.source);
  out["run"] = run_json(report.run, report.termination);
  put(out, "rerun", report.rerun);
  if (report.since_last) out["since_last"] = since_json(*report.since_last);
  return out;
}

json::object to_json(const Error& error) {
  const ErrorInfo& about = info(error.code);
  json::object out;
  out["code"] = about.name;
  out["message"] = error.message;
  out["retry"] = about.retry;
  if (!error.details.empty()) out["details"] = error.details;
  return out;
}

json::object to_envelope(const Answer& answer) {
  std::optional<Error> error = why_no_pass(answer);
  json::object out;
  out["ok"] = !error.has_value();
  if (error) {
    if (error->code == ErrorCode::test_compile_failed && answer.report) {
      error->details["diagnostics"] = list(answer.report->diagnostics, diagnostic_json);
    }
    out["error"] = to_json(*error);
  }
  if (answer.report) {
    json::object data = to_json(*answer.report);
    // Something went wrong after the verdict was found: nobody who reads `data` alone may take it for a pass.
    if (error && answer.report->verdict == Verdict::pass) data["verdict"] = word(Verdict::error);
    out["data"] = std::move(data);
  }
  return out;
}

}  // namespace proctor::output
