#include "run/retries.hpp"

#include <algorithm>

#include "run/commands.hpp"
#include "run/last_failed.hpp"
#include "run/test_map.hpp"

namespace proctor {
namespace {

// (What was under way when the program crashed isn't a test that failed by what it checks.)
bool wants_another_try(const Case& test) {
  return test.status == Status::fail && !test.flaky && !test.unfinished;
}

std::vector<TestId> to_try(const Report& report) {
  Report failed;
  failed.suites = report.suites;
  for (Suite& suite : failed.suites)
    std::erase_if(suite.cases, [](const Case& test) { return !wants_another_try(test); });
  return failed_tests(failed);
}

void take_results(Report& report, const Report& again, bool flaky_fails) {
  // A file may have several tests of one name: then all of them have to pass.
  TestMap<bool> passed;
  for (const Suite& suite : again.suites) {
    for (const Case& test : suite.cases) {
      bool& all = passed.at_or_add({suite.file, suite.name, test.name}, true);
      all = all && test.status == Status::pass;
    }
  }
  for (Suite& suite : report.suites) {
    for (Case& test : suite.cases) {
      const bool* result = passed.find({suite.file, suite.name, test.name});
      if (!wants_another_try(test) || result == nullptr) continue;
      ++test.attempts;
      test.flaky = *result;
      if (test.flaky && !flaky_fails) test.status = Status::pass;
    }
  }
}

void take_run(Report& report, const Report& again) {
  report.run.usage = add_up(report.run.usage, again.run.usage);
  report.run.phases.insert(report.run.phases.end(), again.run.phases.begin(), again.run.phases.end());
  report.run.left_behind.insert(report.run.left_behind.end(), again.run.left_behind.begin(),
                                again.run.left_behind.end());
  for (const std::string& warning : again.warnings) {
    if (std::find(report.warnings.begin(), report.warnings.end(), warning) == report.warnings.end())
      report.warnings.push_back(warning);
  }
}

}  // namespace

void retry_failed(Report& report, const ReportState& state, const Request& request,
                  const std::function<Answer(const Request&)>& run) {
  const auto error = judge(report, state);
  if (!error || error->code != ErrorCode::test_assertion_failed) return;
  Request again = request;
  again.retries = 0;
  again.rerun_failed = false;
  again.changed.clear();
  again.shard.reset();
  again.paths.clear();
  for (std::string* filter : {&again.match_path, &again.match_contract, &again.filter}) filter->clear();
  if (!report.framework.fuzz_seed.empty()) again.fuzz_seed = report.framework.fuzz_seed;  // the same inputs
  for (std::uint64_t i = 0; i < request.retries; ++i) {
    again.only = to_try(report);
    if (again.only.empty()) return;
    const Answer answer = run(again);
    if (answer.report) take_run(report, *answer.report);
    if (!answer.ok() && answer.error->code != ErrorCode::test_assertion_failed) {
      report.warnings.push_back(
          "What failed was tried again, which came to no proper end and counts for nothing: " +
          answer.error->message);
      return;
    }
    take_results(report, *answer.report, request.flaky_fails);
    // Nothing is left that failed: the run ended as its last try did.
    if (count(report.suites).failed == 0) report.termination = answer.report->termination;
  }
}

}  // namespace proctor
