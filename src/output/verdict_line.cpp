#include "output/verdict_line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/signal_name.hpp"
#include "base/text.hpp"

namespace proctor::output {
namespace {

constexpr std::size_t kNames = 3;
constexpr std::size_t kLongestName = 120;
constexpr std::size_t kLongestMessage = 400;

std::string one_line(std::string_view text, std::size_t most) {
  std::string harmless = for_terminal(text);
  std::replace(harmless.begin(), harmless.end(), '\n', ' ');
  if (harmless.size() <= most) return harmless;
  harmless.resize(utf8_prefix(harmless, most));
  return harmless + "…";
}

Counts counts_of(const CommandVerdict& verdict) {
  if (verdict.evidence.complete && verdict.answer.report) return count(verdict.answer.report->suites);
  return verdict.evidence.totals;
}

std::string failed_names(const Report& report) {
  std::string names;
  std::size_t count = 0;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (test.status != Status::fail && test.status != Status::error) continue;
      if (++count > kNames) return names + ", …";
      names += (names.empty() ? "" : ", ") + one_line(test.name, kLongestName);
    }
  }
  return names;
}

std::string how_it_ended(const Termination& termination) {
  if (termination.kind == Termination::Kind::signalled) return "ended by " + signal_name(termination.code);
  return fmt::format("exit code {}", termination.code);
}

std::string of_failure(const CommandVerdict& verdict, const Error& error) {
  const Counts counts = counts_of(verdict);
  const std::size_t bad = counts.failed + counts.errors;
  const bool by_tests =
      error.code == ErrorCode::command_failed || error.code == ErrorCode::test_assertion_failed;
  const std::string news = verdict.news.empty() ? "" : fmt::format(" ({})", verdict.news);
  if (by_tests && bad > 0) {
    const std::string all = counts.total() > bad || verdict.evidence.complete
                                ? fmt::format(" of {}", std::max(counts.total(), bad))
                                : "";
    const std::string names = verdict.answer.report ? failed_names(*verdict.answer.report) : "";
    return fmt::format("FAIL {}{} failed{}{}{}", bad, all, news, names.empty() ? "" : ": ", names);
  }
  std::string message = one_line(error.message, kLongestMessage);
  while (message.ends_with('.')) message.pop_back();
  if (by_tests) return fmt::format("FAIL{} {}", news, message);
  return fmt::format("ERROR {}{}: {}", info(error.code).name, news, message);
}

std::string of_success(const CommandVerdict& verdict) {
  const Counts counts = counts_of(verdict);
  if (counts.passed > 0) {
    std::string text = fmt::format("PASS {} passed", counts.passed);
    if (counts.skipped > 0) text += fmt::format(", {} skipped", counts.skipped);
    return text;
  }
  if (!verdict.evidence.passed.empty())
    return fmt::format("PASS ({})", one_line(verdict.evidence.passed, kLongestName));
  if (verdict.shows_tests) return "PASS tests passed, nothing tells how many";
  if (verdict.has_tests) return "DONE exit code 0, no tests seen";
  return "no tests in it, exit code 0";
}

}  // namespace

std::string verdict_line(const CommandVerdict& verdict) {
  const auto& error = verdict.answer.error;
  const bool ended_itself = verdict.termination.kind == Termination::Kind::exited ||
                            verdict.termination.kind == Termination::Kind::signalled;
  std::string line;
  if (!error) {
    line = of_success(verdict);
  } else if (!verdict.has_tests && ended_itself) {
    line = "no tests in it, " + how_it_ended(verdict.termination);
  } else {
    line = of_failure(verdict, *error);
  }
  if (verdict.ended > 0) {
    line += fmt::format(", {} left behind {} ended",
                        verdict.ended == 1 ? "a process" : fmt::format("{} processes", verdict.ended),
                        verdict.ended == 1 ? "was" : "were");
  }
  if (!verdict.run.empty()) line += ", run " + verdict.run;
  if (!verdict.rerun.empty()) line += ", rerun: " + one_line(verdict.rerun, 2 * kLongestMessage);
  return line;
}

}  // namespace proctor::output
