#include "format/answer_reader.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace proctor::format {
namespace {

const json::value* field_in(const json::object& object, std::string_view name) {
  return object.if_contains(name);
}

const json::object* object_in(const json::object& object, std::string_view name) {
  const json::value* value = field_in(object, name);
  return value == nullptr ? nullptr : value->if_object();
}

std::optional<std::string> optional_in(const json::object& object, std::string_view name) {
  std::string text = text_field(object, name);
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

template <typename Number>
std::optional<Number> value_in(const json::object& object, std::string_view name) {
  const json::value* value = field_in(object, name);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  boost::system::error_code error;
  const auto number = value->to_number<Number>(error);
  return error ? std::nullopt : std::optional(number);
}

bool flag_in(const json::object& object, std::string_view name) {
  const json::value* value = field_in(object, name);
  return value != nullptr && value->is_bool() && value->get_bool();
}

const json::array& list_in(const json::object& object, std::string_view name) {
  static const json::array kNone;
  const json::value* value = field_in(object, name);
  return value != nullptr && value->is_array() ? value->get_array() : kNone;
}

// Calls `take` with each object of a list.
template <typename Take>
void each_in(const json::object& object, std::string_view name, Take&& take) {
  for (const json::value& item : list_in(object, name))
    if (item.is_object()) take(item.get_object());
}

std::vector<std::string> texts_in(const json::object& object, std::string_view name) {
  std::vector<std::string> texts;
  for (const json::value& item : list_in(object, name))
    if (item.is_string()) texts.emplace_back(item.get_string());
  return texts;
}

Status status_from(std::string_view word) {
  if (word == "pass") return Status::pass;
  if (word == "fail") return Status::fail;
  if (word == "skip") return Status::skip;
  return Status::error;
}

// The value of an enumeration that has this word; else `otherwise`.
template <typename Enum>
Enum called(std::string_view text, Enum last, Enum otherwise) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (text == word(static_cast<Enum>(i))) return static_cast<Enum>(i);
  }
  return otherwise;
}

Diagnostic diagnostic_from(const json::object& object) {
  Diagnostic one;
  one.severity = text_field(object, "severity");
  one.file = text_field(object, "file");
  one.line = value_in<int>(object, "line");
  one.column = value_in<int>(object, "column");
  one.code = text_field(object, "code");
  one.message = text_field(object, "message");
  return one;
}

std::optional<Termination> termination_from(const json::object& report, const json::object* run) {
  const std::string how = text_field(report, "termination");
  if (how.empty()) return std::nullopt;
  Termination end;
  end.kind = called(how, Termination::Kind::not_started, Termination::Kind::not_started);
  if (run == nullptr) return end;
  end.evidence = text_field(*run, "evidence");
  const bool signalled = end.kind == Termination::Kind::signalled;
  end.code = value_in<int>(*run, signalled ? "signal" : "exit_code").value_or(0);
  return end;
}

RunInfo run_from(const json::object& object) {
  RunInfo run;
  run.id = text_field(object, "id");
  run.command = text_field(object, "command");
  run.workdir = text_field(object, "workdir");
  run.log = text_field(object, "log");
  if (const json::object* usage = object_in(object, "usage")) {
    const auto time = [usage](std::string_view name) {
      return std::chrono::milliseconds(value_in<std::int64_t>(*usage, name).value_or(0));
    };
    run.usage = {
        .wall = time("wall_ms"), .user_cpu = time("user_cpu_ms"), .system_cpu = time("system_cpu_ms")};
    run.usage.peak_memory_bytes = value_in<std::uint64_t>(*usage, "peak_memory_bytes");
    run.usage.peak_processes = value_in<std::uint64_t>(*usage, "peak_processes");
    run.usage.bytes_written = value_in<std::uint64_t>(*usage, "bytes_written");
  }
  each_in(object, "left_behind", [&run](const json::object& process) {
    run.left_behind.push_back({value_in<int>(process, "pid").value_or(0), text_field(process, "command")});
  });
  return run;
}

Shard shard_from(const json::object& object) {
  const auto number = [&object](std::string_view name) {
    return value_in<std::size_t>(object, name).value_or(0);
  };
  return {number("index"),       number("count"),          number("tests"),
          number("tests_total"), text_field(object, "by"), text_field(object, "partition")};
}

CoverageFile coverage_from(const json::object& object) {
  const auto count = [&object](std::string_view name) {
    const json::object* counted = object_in(object, name);
    if (counted == nullptr) return CoverageCount();
    return CoverageCount{value_in<std::uint64_t>(*counted, "hit").value_or(0),
                         value_in<std::uint64_t>(*counted, "found").value_or(0)};
  };
  return {text_field(object, "file"), count("lines"), count("statements"), count("branches"),
          count("functions")};
}

GasContract gas_from(const json::object& object) {
  const auto number = [](const json::object& from, std::string_view name) {
    return value_in<std::uint64_t>(from, name).value_or(0);
  };
  GasContract contract;
  contract.contract = text_field(object, "contract");
  if (const json::object* deployment = object_in(object, "deployment")) {
    contract.deployment_gas = number(*deployment, "gas");
    contract.deployment_size = number(*deployment, "size");
  }
  const json::object* functions = object_in(object, "functions");
  if (functions == nullptr) return contract;
  for (const auto& [name, function] : *functions) {
    if (const json::object* one = function.if_object())
      contract.functions.push_back({std::string(name), number(*one, "calls"), number(*one, "min"),
                                    number(*one, "mean"), number(*one, "median"), number(*one, "max")});
  }
  return contract;
}

Report report_from(const json::object& object) {
  Report report;
  report.verdict = called(text_field(object, "verdict"), Verdict::error, Verdict::error);
  each_in(object, "suites", [&report](const json::object& suite) {
    Suite& one = report.suites.emplace_back();
    one.file = text_field(suite, "file");
    one.name = text_field(suite, "name");
    one.duration_ms = value_in<double>(suite, "duration_ms");
    one.warnings = texts_in(suite, "warnings");
    each_in(suite, "cases", [&one](const json::object& test) { one.cases.push_back(read_case(test)); });
  });
  each_in(object, "not_run", [&report](const json::object& test) {
    report.not_run.push_back({.file = text_field(test, "file"),
                              .suite = text_field(test, "suite"),
                              .name = text_field(test, "name"),
                              .cause = text_field(test, "cause"),
                              .on_purpose = flag_in(test, "on_purpose")});
  });
  each_in(object, "diagnostics",
          [&report](const json::object& one) { report.diagnostics.push_back(diagnostic_from(one)); });
  each_in(object, "coverage",
          [&report](const json::object& one) { report.coverage.push_back(coverage_from(one)); });
  each_in(object, "gas_report",
          [&report](const json::object& one) { report.gas_report.push_back(gas_from(one)); });
  report.warnings = texts_in(object, "warnings");
  if (const json::object* framework = object_in(object, "framework")) {
    report.framework = {text_field(*framework, "name"), text_field(*framework, "version"),
                        text_field(*framework, "evm_version"), text_field(*framework, "fuzz_seed")};
  }
  report.source = text_field(object, "source");
  report.partial = text_field(object, "partial");
  const json::object* run = object_in(object, "run");
  report.termination = termination_from(object, run);
  if (run != nullptr) report.run = run_from(*run);
  if (const json::object* shard = object_in(object, "shard")) report.shard = shard_from(*shard);
  return report;
}

// Where the answer holds the report: one of `proctor run` has it beside what became of the command.
const json::object* report_in(const json::object& object) {
  const json::object* data = object_in(object, "data");
  if (data != nullptr && !data->contains("suites")) data = object_in(*data, "report");
  return data != nullptr && data->contains("suites") && data->contains("verdict") ? data : nullptr;
}

}  // namespace

Case read_case(const json::object& object) {
  Case test;
  test.name = text_field(object, "name");
  test.status = status_from(text_field(object, "status"));
  test.reason = optional_in(object, "reason");
  test.gas = value_in<std::uint64_t>(object, "gas");
  test.kind = optional_in(object, "kind");
  test.runs = value_in<std::uint64_t>(object, "runs");
  test.duration = optional_in(object, "duration");
  test.duration_ms = value_in<double>(object, "duration_ms");
  test.counterexample = optional_in(object, "counterexample");
  test.logs = texts_in(object, "logs");
  if (const json::object* place = object_in(object, "location"))
    test.location = Location{text_field(*place, "file"), value_in<int>(*place, "line")};
  test.is_new = flag_in(object, "new");
  test.known_flaky = flag_in(object, "known_flaky");
  test.attempts = value_in<std::size_t>(object, "attempts").value_or(1);
  test.flaky = flag_in(object, "flaky");
  return test;
}

bool is_answer(const json::object& object) {
  const json::value* ok = field_in(object, "ok");
  const json::object* error = object_in(object, "error");
  return ok != nullptr && ok->is_bool() &&
         (report_in(object) != nullptr || (error != nullptr && !text_field(*error, "code").empty()));
}

Answer read_answer(const json::object& object) {
  Answer answer;
  if (const json::object* error = object_in(object, "error")) {
    const std::string code = text_field(*error, "code");
    answer.error = Error{ErrorCode::internal_error, text_field(*error, "message")};
    for (const ErrorInfo& entry : error_table())
      if (entry.name == code) answer.error->code = entry.code;
  }
  if (const json::object* report = report_in(object)) answer.report = report_from(*report);
  const Counts counts = answer.report ? count(answer.report->suites) : Counts();
  const bool passes = flag_in(object, "ok") && answer.report && answer.report->verdict == Verdict::pass;
  // A shard may have no test, or only some that are skipped.
  const bool may_be_empty = answer.report && answer.report->shard;
  if (!answer.error &&
      (!passes || counts.failed + counts.errors > 0 || (counts.passed == 0 && !may_be_empty)))
    answer.error = Error{ErrorCode::test_inconsistent,
                         "The answer contradicts itself: it gives no reason "
                         "why it is no pass, and has no results of one."};
  if (answer.error && answer.report && answer.report->verdict == Verdict::pass)
    answer.report->verdict = Verdict::error;
  return answer;
}

}  // namespace proctor::format
