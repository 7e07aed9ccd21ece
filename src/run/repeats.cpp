#include "run/repeats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "run/commands.hpp"
#include "run/rerun.hpp"

namespace proctor {
namespace {

constexpr std::size_t kNamedTests = 3;

bool is_bad(const Case& test) {
  return test.status == Status::fail || test.status == Status::error;
}

bool ends_the_same(ErrorCode code) {
  switch (code) {
    case ErrorCode::test_compile_failed:
    case ErrorCode::test_config_invalid:
    case ErrorCode::test_none_ran:
    case ErrorCode::tool_not_found:
    case ErrorCode::invalid_request:
    case ErrorCode::sandbox_unavailable:
    case ErrorCode::test_cancelled:
      return true;
    default:
      return false;
  }
}

std::string plural_runs(std::size_t number) {
  return fmt::format("{} run{}", number, number == 1 ? "" : "s");
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

bool Repeats::add(Answer answer) {
  const bool passed = answer.ok();
  if (answer.error && answer.error->code == ErrorCode::test_cancelled) {
    cancelled_ = true;
    if (!report_ && answer.report) merge(*std::move(answer.report), false);
    return false;
  }
  const bool failed = answer.error && answer.error->code == ErrorCode::test_assertion_failed;
  ++(passed ? sum_.passed : failed ? sum_.failed : sum_.errors);
  last_ = fmt::format("run {} of {}: ", sum_.ran(), sum_.asked);
  if (passed || failed) {
    const Counts counts = count(answer.report->suites);
    last_ += passed ? "passed" : fmt::format("{} of {} tests failed", counts.failed, counts.total());
  } else {
    last_ += first_line(answer.error->message);
  }
  // What came to no proper end weighs more than what failed.
  if (!passed && (!error_ || (!failed && error_->code == ErrorCode::test_assertion_failed)))
    error_ = answer.error;
  if (answer.report) {
    usage_ = sum_.ran() == 1 ? answer.report->run.usage : add_up(usage_, answer.report->run.usage);
    count_tests(*answer.report);
    merge(*std::move(answer.report), passed);
  }
  return passed || !ends_the_same(answer.error->code);
}

void Repeats::count_tests(const Report& report) {
  std::map<TestId, bool> bad;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      bool& is = bad[{suite.file, suite.name, test.name}];
      is = is || is_bad(test);
    }
  }
  for (const auto& [id, is] : bad) {
    Repeat::Test& test = tests_.at_or_add(id, {id.file, id.suite, id.name});
    if (test.file.empty()) test.file = id.file;
    ++test.ran;
    if (is) ++test.failed;
  }
}

void Repeats::merge(Report report, bool passed) {
  if (!report_ || (report_passed_ && !passed)) {
    report_ = std::move(report);
    report_passed_ = passed;
    return;
  }
  // Of each part the first bad result as well.
  for (PartResult& part : report.parts) {
    const auto same = std::find_if(report_->parts.begin(), report_->parts.end(), [&part](const auto& one) {
      return one.project == part.project && one.framework == part.framework;
    });
    if (same == report_->parts.end())
      report_->parts.push_back(std::move(part));
    else if (same->verdict == Verdict::pass)
      *same = std::move(part);
  }
  for (Suite& suite : report.suites) {
    std::erase_if(suite.cases, [](const Case& test) { return !is_bad(test); });
    if (suite.cases.empty()) continue;
    auto known = std::find_if(report_->suites.begin(), report_->suites.end(), [&](const Suite& one) {
      return one.file == suite.file && one.name == suite.name;
    });
    if (known == report_->suites.end()) {
      report_->suites.push_back(std::move(suite));
      continue;
    }
    for (Case& test : suite.cases) {
      auto same = std::find_if(known->cases.begin(), known->cases.end(),
                               [&](const Case& one) { return one.name == test.name; });
      if (same == known->cases.end()) {
        known->cases.push_back(std::move(test));
      } else if (!is_bad(*same)) {
        *same = std::move(test);
      }
    }
  }
  sort(report_->suites);
}

std::string Repeats::in_words() const {
  std::string text;
  const bool bad = sum_.failed > 0;
  if (bad || sum_.errors == 0) text = fmt::format("{} of {} failed", sum_.failed, plural_runs(sum_.ran()));
  if (sum_.errors > 0) {
    text += fmt::format(
        "{}{} came to no proper end", bad ? ", " : "",
        bad ? std::to_string(sum_.errors) : fmt::format("{} of {}", sum_.errors, plural_runs(sum_.ran())));
  }
  if (sum_.ran() < sum_.asked && !cancelled_) text += fmt::format(" ({} were asked for)", sum_.asked);
  std::vector<std::string> names;
  for (const Repeat::Test& test : sum_.tests) {
    if (names.size() == kNamedTests) break;
    names.push_back(fmt::format("{} {}", printable(to_text({test.file, test.suite, test.name})),
                                test.failed == 1 ? "once" : fmt::format("{} times", test.failed)));
  }
  if (names.empty()) return text + '.';
  const std::size_t more = sum_.tests.size() - names.size();
  return fmt::format("{}: {}{}.", text, fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more test{}", more, more == 1 ? "" : "s") : "");
}

Answer Repeats::answer(const Request& request, const std::vector<std::string>& called_as) {
  for (const Repeat::Test& test : tests_.values())
    if (test.failed > 0) sum_.tests.push_back(test);
  std::stable_sort(sum_.tests.begin(), sum_.tests.end(),
                   [](const auto& one, const auto& other) { return one.failed > other.failed; });
  Answer answer;
  if (cancelled_) {
    std::string known = sum_.ran() == 0 ? "" : " Known so far: " + in_words();
    answer.error = Error{ErrorCode::test_cancelled, fmt::format("The runs were cancelled after {} of {}.{}",
                                                                sum_.ran(), sum_.asked, known)};
  } else if (error_) {
    answer.error = error_;
    const bool failed = error_->code == ErrorCode::test_assertion_failed;
    // An only run says itself what went wrong.
    if (sum_.ran() > 1 || failed)
      answer.error->message = failed ? in_words() : in_words() + " The first: " + error_->message;
  }
  if (!report_) return answer;
  answer.report = std::move(report_);
  Report& report = *answer.report;
  report.run.usage = usage_;
  report.repeat = sum_;
  if (!answer.error) return answer;
  const Counts counts = count(report.suites);
  report.verdict = counts.failed > 0 ? Verdict::fail : Verdict::error;
  if (answer.error->code == ErrorCode::test_assertion_failed)
    answer.error->details = {{"failed", counts.failed}, {"passed", counts.passed}};
  if (!report.rerun.empty()) report.rerun = rerun_command(report, request, called_as, {});
  return answer;
}

}  // namespace proctor
