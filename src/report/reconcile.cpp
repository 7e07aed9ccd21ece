#include "report/reconcile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <utility>

#include "base/signal_name.hpp"
#include "base/text.hpp"
#include "report/judge.hpp"

namespace proctor {
namespace {

using Kind = Termination::Kind;

constexpr std::size_t kNamesInMessage = 3;
constexpr std::size_t kNamesInDetails = 20;
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kLongestReason = 300;

std::string shortened(std::string_view text, std::size_t limit) {
  std::string harmless = for_terminal(text);
  std::replace(harmless.begin(), harmless.end(), '\n', ' ');
  std::replace(harmless.begin(), harmless.end(), '\t', ' ');
  if (harmless.size() <= limit) return harmless;
  harmless.resize(utf8_prefix(harmless, limit));
  return harmless + "…";
}

struct Failed {
  std::string name;
  std::string reason;
};

std::vector<Failed> failed_tests(const Report& report, std::size_t most) {
  std::vector<Failed> failed;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (test.status != Status::fail && test.status != Status::error) continue;
      if (failed.size() == most) return failed;
      const std::string& owner = suite.name.empty() ? suite.file : suite.name;
      failed.push_back({shortened(owner.empty() ? test.name : owner + "." + test.name, kLongestName),
                        shortened(test.reason.value_or(""), kLongestReason)});
    }
  }
  return failed;
}

// "The sources…" behind a comma.
std::string in_a_sentence(std::string text) {
  if (text.starts_with("The ")) text[0] = 't';
  return text;
}

class Reconciler {
 public:
  Reconciler(const Termination& termination, const Report& report, const TestEvidence& evidence)
      : termination_(termination), evidence_(evidence), failed_(failed_tests(report, kNamesInDetails)) {
    counts_ = evidence.complete ? count(report.suites) : evidence.totals;
  }

  const Counts& counts() const { return counts_; }

  std::optional<Error> error() const {
    switch (termination_.kind) {
      case Kind::exited:
        return termination_.code == 0 ? of_success() : of_failure();
      case Kind::signalled:
        return of_failure();
      case Kind::timed_out:
        return stopped(ErrorCode::test_timeout, "The time limit struck");
      case Kind::stalled:
        return stopped(ErrorCode::test_timeout, "The command stalled");
      case Kind::cancelled:
        return stopped(ErrorCode::test_cancelled, "The command was cancelled");
      case Kind::out_of_memory:
        return stopped(ErrorCode::test_limit_exceeded, "The memory limit struck");
      case Kind::output_limit:
        return stopped(ErrorCode::test_limit_exceeded, "The output limit struck");
      case Kind::cpu_limit:
        return stopped(ErrorCode::test_limit_exceeded, "The CPU time limit struck");
      case Kind::process_limit:
        return stopped(ErrorCode::test_limit_exceeded, "The limit of processes struck");
      case Kind::disk_limit:
        return stopped(ErrorCode::test_limit_exceeded, "The disk limit struck");
      case Kind::not_started:
        return Error{code_of_not_started(termination_),
                     "The command couldn't be started: " + termination_.evidence};
    }
    return Error{ErrorCode::internal_error, "unknown termination"};
  }

 private:
  // What is known to have gone wrong, in one sentence without its full stop; empty if nothing.
  std::string trouble() const {
    const std::size_t bad = counts_.failed + counts_.errors;
    if (bad > 0) {
      // How many there were isn't known where only the failed ones were seen: `forge test | tail -1`.
      const std::size_t all = std::max(counts_.total(), bad);
      const bool known = evidence_.complete || all > bad;
      std::string text = fmt::format("{}{} {} failed", bad, known ? fmt::format(" of {}", all) : "",
                                     all > 1 ? "tests" : "test");
      for (std::size_t i = 0; i < std::min(failed_.size(), kNamesInMessage); ++i) {
        text += fmt::format("{}{}", i == 0 ? ": " : ", ", failed_[i].name);
        if (i == 0 && !failed_[i].reason.empty()) text += fmt::format(" ({})", failed_[i].reason);
      }
      if (!failed_.empty() && bad > kNamesInMessage) text += ", …";
      return text;
    }
    if (evidence_.state.cause) {
      std::string text = shortened(evidence_.state.cause->message, 2 * kLongestReason);
      while (text.ends_with('.')) text.pop_back();
      return text;
    }
    if (evidence_.failure_lines.empty()) return {};
    return fmt::format("its output says that tests failed: `{}`",
                       shortened(evidence_.failure_lines.front(), kLongestReason));
  }

  boost::json::object details() const {
    boost::json::object out;
    if (termination_.kind == Kind::exited) out["exit_code"] = termination_.code;
    if (termination_.kind == Kind::signalled) out["signal"] = signal_name(termination_.code);
    if (!failed_.empty()) {
      boost::json::array names;
      for (const Failed& test : failed_) names.emplace_back(test.name);
      out["failed"] = std::move(names);
    }
    boost::json::array lines;
    for (const std::string& line : evidence_.failure_lines) lines.emplace_back(line);
    if (lines.empty()) {
      for (const Failed& test : failed_) {
        lines.emplace_back(test.reason.empty() ? test.name : test.name + ": " + test.reason);
      }
    }
    if (lines.empty() && evidence_.state.cause) lines.emplace_back(trouble());
    if (lines.empty() && !evidence_.unfinished.empty())
      lines.emplace_back(for_terminal(evidence_.unfinished));
    if (!lines.empty()) out["evidence"] = std::move(lines);
    return out;
  }

  Error error_of(ErrorCode code, std::string message) const { return {code, std::move(message), details()}; }

  Error stopped(ErrorCode code, std::string_view what) const {
    std::string message = fmt::format("{}: {}.", what, termination_.evidence);
    if (const std::string known = trouble(); !known.empty()) {
      message += fmt::format(" Known so far: {}.", known);
    } else if (counts_.total() > 0) {
      message += fmt::format(" Known so far: {} passed, none failed.", counts_.passed);
    }
    return error_of(code, std::move(message));
  }

  Error of_failure() const {
    const std::string how = termination_.kind == Kind::signalled
                                ? fmt::format("was ended by {}", signal_name(termination_.code))
                                : fmt::format("exited with {}", termination_.code);
    std::string known = trouble();
    if (known.empty() && !evidence_.none_ran.empty()) {
      return error_of(ErrorCode::test_none_ran,
                      fmt::format("No test ran, and the command {}: the output says `{}`.", how,
                                  shortened(evidence_.none_ran, kLongestReason)));
    }
    if (known.empty()) {
      known = fmt::format("The command {}.", how);
    } else if (counts_.failed + counts_.errors > 0) {
      known += fmt::format(". The command {}.", how);
    } else {
      known = fmt::format("The command {}: {}.", how, in_a_sentence(std::move(known)));
    }
    return error_of(ErrorCode::command_failed, std::move(known));
  }

  // The list of reasons against an exit code of 0.
  std::optional<Error> of_success() const {
    const auto inconsistent = [this](std::string why) {
      return error_of(ErrorCode::test_inconsistent,
                      fmt::format("The command exited with 0, but {}.", in_a_sentence(std::move(why))));
    };
    if (const std::string known = trouble(); !known.empty()) return inconsistent(known);
    if (!evidence_.left_running.empty()) {
      return inconsistent(fmt::format("a test runner was still running and was ended: `{}`",
                                      shortened(evidence_.left_running, kLongestReason)));
    }
    if (!evidence_.unfinished.empty()) {
      return inconsistent(fmt::format("a run of tests broke off, as its output shows: `{}`",
                                      shortened(evidence_.unfinished, kLongestReason)));
    }
    if (!evidence_.unclosed.empty()) {
      return inconsistent(fmt::format("`{}` printed no closing sum: a test may have ended its program",
                                      shortened(evidence_.unclosed, kLongestReason)));
    }
    if (evidence_.in_doubt) return inconsistent("what it printed couldn't be looked at for failed tests");
    if (!evidence_.has_report) {
      if (evidence_.none_ran.empty() && !evidence_.untold.empty())
        return inconsistent(shortened(evidence_.untold, 2 * kLongestReason));
      if (evidence_.none_ran.empty()) return std::nullopt;
      return Error{
          ErrorCode::test_none_ran,
          fmt::format("No test ran: the output says `{}`.", shortened(evidence_.none_ran, kLongestReason)),
          {{"exit_code", 0}}};
    }
    const ReportState& state = evidence_.state;
    if (!state.malformed.empty()) {
      return inconsistent("its test report can't be trusted: " +
                          shortened(state.malformed, 2 * kLongestReason));
    }
    if (state.truncated) {
      return inconsistent("its test report is cut off, so that failures may be missing from it");
    }
    if (!evidence_.untold.empty()) return inconsistent(shortened(evidence_.untold, 2 * kLongestReason));
    if (counts_.passed > 0) return std::nullopt;
    std::string why = counts_.skipped > 0 ? fmt::format("No test ran: all {} were skipped.", counts_.skipped)
                      : state.none_reason.empty() ? "No test ran: the report is empty."
                                                  : for_terminal(state.none_reason);
    return Error{ErrorCode::test_none_ran, std::move(why), {{"exit_code", 0}}};
  }

  const Termination& termination_;
  const TestEvidence& evidence_;
  std::vector<Failed> failed_;
  Counts counts_;
};

}  // namespace

std::optional<Error> reconcile(const Termination& termination, Report& report, const TestEvidence& evidence) {
  report.termination = termination;
  const Reconciler reconciler(termination, report, evidence);
  std::optional<Error> error = reconciler.error();
  report.verdict = !error ? Verdict::pass : reconciler.counts().failed > 0 ? Verdict::fail : Verdict::error;
  return error;
}

}  // namespace proctor
