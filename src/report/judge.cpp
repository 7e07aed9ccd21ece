#include "report/judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace proctor {
namespace {

using Kind = Termination::Kind;

std::string plural(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string summary(const Counts& counts) {
  std::string text = fmt::format("{} passed, {} failed", counts.passed, counts.failed);
  if (counts.errors > 0) text += fmt::format(", {} with errors", counts.errors);
  if (counts.skipped > 0) text += fmt::format(", {} skipped", counts.skipped);
  return text;
}

std::size_t unexpectedly_not_run(const Report& report) {
  std::size_t number = 0;
  for (const NotRun& test : report.not_run) number += test.on_purpose ? 0 : 1;
  return number;
}

std::size_t failed_flaky(const Report& report) {
  std::size_t number = 0;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) number += test.flaky && test.status == Status::fail ? 1 : 0;
  }
  return number;
}

// The name of forge's code is older than the other frameworks.
ErrorCode tool_failed(const Report& report) {
  const bool forge = report.framework.name == "forge" || report.source == "forge-json";
  return forge ? ErrorCode::test_forge_failed : ErrorCode::test_tool_failed;
}

std::string with_printed(const std::string& message, const ReportState& state) {
  return state.printed.empty() ? message : message + "\nIt printed last:\n" + state.printed;
}

// On one line, and not too long.
std::string in_short(std::string_view text) {
  constexpr std::size_t kLongest = 300;
  std::string line;
  const std::string harmless = for_terminal(text);
  for (const std::string_view part : split_lines(harmless)) {
    if (const std::string_view words = trim(part); !words.empty())
      line += (line.empty() ? "" : " ") + std::string(words);
  }
  if (line.size() <= kLongest) return line;
  line.resize(utf8_prefix(line, kLongest));
  return line + "…";
}

std::string full_name(const Suite& suite, const Case& test) {
  const std::string& owner = suite.name.empty() ? suite.file : suite.name;
  return in_short(owner.empty() ? test.name : owner + "." + test.name);
}

// "BTest.test_0 (no database)": the first test with this status, and why.
std::string first_with(const Report& report, Status status) {
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (test.status != status) continue;
      const std::string why = in_short(test.reason.value_or(""));
      return full_name(suite, test) + (why.empty() ? "" : " (" + why + ")");
    }
  }
  return {};
}

// " Under way then: a, b."
std::string under_way(const Report& report) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> names;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases)
      if (test.unfinished && names.size() < kMost) names.push_back(full_name(suite, test));
  }
  return names.empty() ? "" : fmt::format(" Under way then: {}.", fmt::join(names, ", "));
}

// The run didn't end by itself: what it was stopped by, whatever the results say.
std::optional<Error> stopped_from_outside(const Report& report, const ReportState& state,
                                          const Counts& counts) {
  const Termination& termination = *report.termination;
  const std::string known = counts.total() > 0 ? " Known so far: " + summary(counts) + "." : "";
  const auto error = [&](ErrorCode code, std::string_view what) {
    return Error{code, fmt::format("{}: {}.{}{}", what, termination.evidence, under_way(report), known)};
  };
  switch (termination.kind) {
    case Kind::exited:
      return std::nullopt;
    case Kind::timed_out:
      return error(ErrorCode::test_timeout, "The time limit struck");
    case Kind::stalled:
      return error(ErrorCode::test_timeout, "The run stalled");
    case Kind::cancelled:
      return error(ErrorCode::test_cancelled, "The run was cancelled");
    case Kind::out_of_memory:
      return error(ErrorCode::test_limit_exceeded, "The memory limit struck");
    case Kind::output_limit:
      return error(ErrorCode::test_limit_exceeded, "The output limit struck");
    case Kind::cpu_limit:
      return error(ErrorCode::test_limit_exceeded, "The CPU time limit struck");
    case Kind::process_limit:
      return error(ErrorCode::test_limit_exceeded, "The limit of processes struck");
    case Kind::disk_limit:
      return error(ErrorCode::test_limit_exceeded, "The disk limit struck");
    case Kind::signalled:
      return Error{tool_failed(report),
                   with_printed(error(tool_failed(report), "The test process was killed").message, state)};
    case Kind::not_started:
      return Error{code_of_not_started(termination), termination.evidence};
  }
  return Error{ErrorCode::internal_error, "unknown termination"};
}

std::optional<Error> without_results(const Report& report, const ReportState& state) {
  const int code = report.termination ? report.termination->code : 0;
  if (!state.instead.empty()) {
    return Error{ErrorCode::test_inconsistent,
                 fmt::format("There is no test report: {} stands in its place.", state.instead)};
  }
  if (code != 0) {
    return Error{
        tool_failed(report),
        with_printed(fmt::format("The test process exited with {} and left no test report.", code), state)};
  }
  return Error{ErrorCode::test_none_ran,
               state.none_reason.empty() ? "No test ran: there is no test report." : state.none_reason};
}

// The report is whole and the process ended by itself: do they agree, and is nothing missing?
std::optional<Error> results_against_exit(const Report& report, const ReportState& state,
                                          const Counts& counts) {
  const bool code_known = report.termination.has_value();
  const int code = code_known ? report.termination->code : 0;
  const std::size_t missing = unexpectedly_not_run(report);
  if (counts.failed > 0) {
    if (code_known && code == 0) {
      return Error{ErrorCode::test_inconsistent, fmt::format("{} failed, but the test process exited with 0.",
                                                             plural(counts.failed, "test"))};
    }
    const std::string bad = counts.errors == 0
                                ? plural(counts.failed, "test") + " failed"
                                : fmt::format("{} failed, {}", counts.failed, plural(counts.errors, "error"));
    std::string message = fmt::format("{} ({}).", bad, summary(counts));
    if (missing > 0) message += fmt::format(" {} didn't run.", plural(missing, "test"));
    if (const std::size_t flaky = failed_flaky(report); flaky > 0)
      message +=
          fmt::format(" {} of them passed at another try, and a flaky test counts as failed here.", flaky);
    return Error{ErrorCode::test_assertion_failed,
                 std::move(message),
                 {{"failed", counts.failed}, {"passed", counts.passed}}};
  }
  if (counts.errors > 0) {
    return Error{ErrorCode::test_inconsistent,
                 fmt::format("{} gave no proper result ({}): {}", plural(counts.errors, "test"),
                             summary(counts), first_with(report, Status::error))};
  }
  if (code != 0) {
    return Error{ErrorCode::test_inconsistent,
                 with_printed(fmt::format("No test failed ({}), but the test process exited with {}.",
                                          summary(counts), code),
                              state)};
  }
  if (missing > 0) {
    return Error{ErrorCode::test_inconsistent,
                 with_printed(fmt::format("{} didn't run ({}); see `not_run`.", plural(missing, "test"),
                                          summary(counts)),
                              state)};
  }
  // A shard may have nothing but tests that their author skips, while others have the rest.
  const bool others = report.shard && report.shard->tests < report.shard->tests_total;
  if (counts.passed == 0 && !(others && counts.skipped > 0)) {
    if (counts.skipped > 0) {
      return Error{ErrorCode::test_none_ran,
                   fmt::format("No test ran: all {} were skipped, the first of them {}.", counts.skipped,
                               first_with(report, Status::skip))};
    }
    return Error{ErrorCode::test_none_ran,
                 state.none_reason.empty() ? "No test ran: the report is empty." : state.none_reason};
  }
  return std::nullopt;
}

std::optional<Error> find_error(const Report& report, const ReportState& state, const Counts& counts) {
  const bool cancelled = report.termination && report.termination->kind == Kind::cancelled;
  if (state.cause && state.cause_tells_end && counts.total() == 0 && !cancelled) return state.cause;
  if (report.termination) {
    if (auto error = stopped_from_outside(report, state, counts)) return error;
  }
  if (state.cause && counts.total() == 0) return state.cause;
  if (!state.malformed.empty()) {
    return Error{ErrorCode::test_inconsistent,
                 fmt::format("The test report can't be trusted: {} ({}).", state.malformed, summary(counts))};
  }
  if (state.truncated) {
    return Error{ErrorCode::test_inconsistent,
                 fmt::format("The test report is cut off ({}).", summary(counts))};
  }
  if (!state.found) return without_results(report, state);
  if (auto error = results_against_exit(report, state, counts))
    return counts.failed == 0 && state.cause ? state.cause : error;
  // Results are there and look right, yet a reason against a run was found: don't call that a pass.
  return state.cause;
}

}  // namespace

bool is_limit(Kind kind) {
  return kind == Kind::out_of_memory || kind == Kind::output_limit || kind == Kind::cpu_limit ||
         kind == Kind::process_limit || kind == Kind::disk_limit;
}

ErrorCode code_of_not_started(const Termination& termination) {
  if (termination.no_means) return ErrorCode::resources_exhausted;
  if (termination.no_workdir) return ErrorCode::invalid_request;
  return termination.no_sandbox ? ErrorCode::sandbox_unavailable : ErrorCode::tool_not_found;
}

std::optional<Error> judge(Report& report, const ReportState& state) {
  const Counts counts = count(report.suites);
  std::optional<Error> error = find_error(report, state, counts);
  if (!error) {
    report.verdict = Verdict::pass;
  } else {
    report.verdict = counts.failed > 0 ? Verdict::fail : Verdict::error;
  }
  return error;
}

}  // namespace proctor
