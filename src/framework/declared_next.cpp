// What a declared framework runs behind the first run: the tests that have no result because another one
// brought it to a bad end, and what may have another chance.
#include <algorithm>
#include <utility>

#include "framework/declared.hpp"
#include "framework/declared_time.hpp"

namespace proctor::framework {
namespace {

using std::chrono::milliseconds;
using Kind = Termination::Kind;

constexpr int kMostRuns = 300;  // each gives a test its result; the time is what bounds them

// What a test must have had of the `whole` time before it's said to be endless: its equal share. Of many
// tests, a tenth: that is more than one has that is put off and may get no other chance. Of few, a quarter:
// what comes before the first test, and the others, take some of it.
milliseconds fair_share(milliseconds whole, std::size_t tests) {
  return std::clamp(whole / static_cast<int>(std::clamp<std::size_t>(tests, 1, 100)), whole / 10, whole / 4);
}

}  // namespace

Result<std::optional<Plan>> Declared::next(const Context& context, const supervise::Outcome& outcome) {
  last_ = outcome.termination;
  if (stage_ == Stage::building) {
    if (last_.kind == Kind::exited && last_.code == 0) {
      stage_ = Stage::testing;
      return first_plan(context);
    }
    nothing_tested(context, outcome);
    return std::optional<Plan>();
  }
  if (stage_ == Stage::listing) return take_list(context, outcome);
  if (native_) {
    native_->finish(last_.kind == Kind::exited, !context.request.fail_fast, to_run_);
  } else {
    events_->close();
    broken_ += events_->broken();
  }
  const bool in_vain = last_.kind == Kind::stalled && outcome.stopped_at && step_begin_ > *outcome.stopped_at;
  const Clock::time_point ended = outcome.stopped_at.value_or(Clock::now());
  const FinishedRun run{
      .events = events(),
      .outputs = outputs_,
      .termination = last_,
      .step_limit = step_limit_ ? this_step_ : run_limit_,
      .fair_share = fair_share(whole_limit_, std::max(results_.tests().size(), events().tests().size())),
      .ended = ended,
      .behind_tests = std::chrono::duration_cast<milliseconds>(ended - step_begin_),
      .in_vain = in_vain,
      .native = native_.has_value(),
      .undecided = undecided(context)};
  note_complaint(events());
  bool news = false;
  if (stage_ == Stage::retrying) {
    results_.take_retry(run, retried_);
  } else if (stage_ == Stage::again) {
    results_.take_again(run);
  } else {
    news = results_.take(run);
  }
  // What a failed test explains stands and falls with it: it may have another chance.
  if (events().ended() && last_.kind == Kind::exited && last_.code != 0 && !results_.shows_failure_of(run)) {
    bad_code_ = last_.code;
    printed_ = printed_last();
  }
  if (stage_ != Stage::testing) return retry_plan(context);
  if (!results_.any_started()) {
    if (!events().ended() || !complaint_.empty()) nothing_tested(context, outcome);
    return std::optional<Plan>();
  }
  return rest_plan(context, events().ended() && last_.kind == Kind::exited, news);
}

// Each run may have something of its own to complain of, or the same once more.
void Declared::note_complaint(const format::TestEvents& events) {
  for (const std::string& warning : events.warnings()) {
    if (std::find(told_.begin(), told_.end(), warning) == told_.end()) told_.push_back(warning);
  }
  const std::string& words = events.error();
  if (words.empty()) return;
  behind_tests_ = behind_tests_ && events.behind_tests();
  bad_settings_ = bad_settings_ || events.bad_settings();
  if (complaint_.find(words) != std::string::npos) return;
  complaint_ += (complaint_.empty() ? "" : "\n\n") + words;
}

// The tests that have no result because another one brought the run to a bad end.
Result<std::optional<Plan>> Declared::rest_plan(const Context& context, bool clean, bool news) {
  const bool stopped = last_.kind == Kind::cancelled || last_.kind == Kind::timed_out;
  if (stopped || until(context.deadline) < kLeastTime) return std::optional<Plan>();
  if (!clean && news && runs_ < kMostRuns) {
    if (!native_ || choose(context, results_.settled(), {}).words)
      return test_plan(context, results_.settled(), {});
    rest_unnamed_ = true;
  }
  return again_plan(context);
}

// All tests in one process, where there is time for it: what one leaves behind, or has the next find ready,
// is then as it is without us.
Result<std::optional<Plan>> Declared::again_plan(const Context& context) {
  const auto stalled = results_.stalled().size();
  const auto others =
      std::chrono::duration_cast<milliseconds>(Clock::now() - testing_begin_) - results_.time_of_stalled();
  const milliseconds left = until(context.deadline) - others;
  if (stalled == 0 || left < kLeastStep || runs_ >= kMostRuns ||
      results_.worth_another(left).size() < stalled ||
      (native_ && !choose(context, results_.culprits(), {}).words))
    return retry_plan(context);
  stage_ = Stage::again;
  auto plan = test_plan(context, results_.culprits(), {});
  // What it takes the others had; but they may have waited for the same.
  step_limit_ = std::max(kLeastStep, share_of(until(context.deadline), stalled));
  this_step_ = *step_limit_;
  return plan;
}

Result<std::optional<Plan>> Declared::retry_plan(const Context& context) {
  const milliseconds left = until(context.deadline);
  if (left < kLeastStep || runs_ >= kMostRuns) return std::optional<Plan>();
  const std::vector<std::string> tests = results_.worth_another(left);
  if (tests.empty() || (native_ && !choose(context, {}, {tests.front()}).words)) return std::optional<Plan>();
  stage_ = Stage::retrying;
  retried_ = tests.front();
  auto plan = test_plan(context, {}, {retried_});
  step_limit_ = std::max(kLeastStep, share_of(left, tests.size()));
  this_step_ = *step_limit_;
  return plan;
}

}  // namespace proctor::framework
