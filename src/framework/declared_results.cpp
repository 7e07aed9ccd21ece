#include "framework/declared_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "framework/end_in_words.hpp"

namespace proctor::framework {
namespace {

using Kind = Termination::Kind;

bool clean(const FinishedRun& run) {
  return run.events.ended() && run.termination.kind == Kind::exited;
}

// Those that haven't begun, or ended, behind the others.
std::vector<const format::TestEvent*> in_order(const std::deque<format::TestEvent>& tests, bool of_start) {
  std::vector<const format::TestEvent*> order;
  order.reserve(tests.size());
  for (const format::TestEvent& test : tests) order.push_back(&test);
  const auto place = [of_start](const format::TestEvent* test) {
    const std::uint64_t number = of_start ? test->number : test->finished;
    return number == 0 ? UINT64_MAX : number;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const auto* a, const auto* b) { return place(a) < place(b); });
  return order;
}

bool is_later(const format::TestEvent& test, const format::TestEvent* other) {
  return other == nullptr || std::tie(test.begun, test.number) > std::tie(other->begun, other->number);
}

// What had failed in a test before it came to no end of its own, behind why it didn't.
std::string with_failed(std::string text, const std::string& failed) {
  return failed.empty() ? text : std::move(text) + "\n\nBefore that:\n" + failed;
}

}  // namespace

DeclaredResults::Test& DeclaredResults::named(const format::TestEvent& event) {
  const auto [known, is_new] = by_id_.emplace(event.id, tests_.size());
  if (is_new) {
    tests_.push_back({.event = event});
    tests_.back().event.status.reset();
    tests_.back().event.number = 0;
    tests_.back().event.group = false;
  }
  return tests_[known->second];
}

std::string DeclaredResults::printed(const format::TestOutputs& outputs, std::uint64_t number) const {
  if (number == 0) return {};
  if (rules_.out && rules_.err) return outputs.both(number);
  return rules_.out ? outputs.out(number) : rules_.err ? outputs.err(number) : std::string();
}

// What explains a bad end: what was written to standard error, if that isn't among all that the test printed,
// or what a runtime had to say of it, behind however much else. Where the framework catches what tests print,
// a runtime speaks past it, and that is nobody's.
std::string DeclaredResults::evidence(const FinishedRun& run, std::uint64_t number) const {
  const format::TestOutputs& outputs = run.outputs;
  if (run.native) number = 0;
  const std::string& kept = rules_.joined ? outputs.out(number) : outputs.err(number);
  if (kept.empty() && number != 0) {
    const std::string others = evidence(run, 0);
    const std::size_t words = runtime_words(others);
    if (words != std::string::npos) return others.substr(words);
    // Whoever ends the program may have said before why.
    return run.termination.kind == Kind::exited ? last_lines(outputs.recent()) : std::string();
  }
  const std::size_t words = runtime_words(kept);
  if (!rules_.joined && !run.native && (words == std::string::npos || kept.size() <= kMostEvidence))
    return kept;
  if (words == std::string::npos && run.native && run.termination.kind == Kind::exited)
    return last_lines(kept);
  return kept.substr(std::min(words, kept.size()));
}

void DeclaredResults::settle(Test& test, const format::TestEvent& event, const FinishedRun& run) {
  test.event = event;
  test.output = event.output + printed(run.outputs, event.number);
  test.stalled = false;
  test.blamed = false;
  test.first_run = runs_ == 1;
  if (test.settled == 0) test.settled = ++settled_count_;
  if (event.status != Status::pass || !has_failed_part(event.id)) return;
  test.event.status = Status::fail;
  test.event.message = "One or more variations of this test failed.";
}

// A part may have had its result in another run, which it ended; the whole then passes without it.
bool DeclaredResults::has_failed_part(const std::string& whole) const {
  const std::string begin = whole + rules_.separator;
  for (auto part = by_id_.lower_bound(begin); part != by_id_.end() && part->first.starts_with(begin);
       ++part) {
    const auto& status = tests_[part->second].event.status;
    if (status == Status::fail || status == Status::error) return true;
  }
  return false;
}

// It was open when its run came to a bad end.
void DeclaredResults::blame(Test& test, const format::TestEvent& event, const FinishedRun& run) {
  settle(test, event, run);
  test.blamed = true;
  // Without what a runtime says, which is the message's.
  std::string said = evidence(run, event.number);
  std::string failed = event.failed;
  // A native report has that among what the test logged or printed.
  for (std::string* text : {&failed, &test.output}) {
    const std::size_t at = runtime_words(*text);
    if (!run.native || !said.empty() || at == std::string::npos) continue;
    said = text->substr(at);
    text->resize(at);
  }
  const bool is_own = run.native && !said.empty();
  const std::size_t words = rules_.err && !is_own ? runtime_words(said) : std::string::npos;
  if (words != std::string::npos) {
    const std::size_t at = test.output.rfind(said.substr(words));
    if (at != std::string::npos)
      test.output.erase(at, said.size() - words);
    else
      test.output = event.output + (rules_.out ? run.outputs.out(event.number) : std::string());
  }
  const Kind kind = run.termination.kind;
  if (clean(run)) {
    test.event.status = Status::error;
    test.event.message =
        with_failed("The test began and has no result, although the run came to its end.", failed);
    return;
  }
  test.event.status = kind == Kind::cancelled || kind == Kind::not_started ? Status::error : Status::fail;
  test.stalled = kind == Kind::stalled;
  test.had = run.step_limit;
  test.event.message = with_failed(why_ended(run, &event, said), failed);
}

// `culprit`: the test that was open; none: the program went on behind its last test.
std::string DeclaredResults::why_ended(const FinishedRun& run, const format::TestEvent* culprit,
                                       const std::string& said) {
  Termination end = run.termination;
  // The tool goes on where the program that it has started for the test doesn't.
  if (end.kind == Kind::exited && culprit != nullptr && culprit->exit_code) {
    constexpr int kSignalled = 128;
    const bool killed = *culprit->exit_code > kSignalled;
    end.kind = killed ? Kind::signalled : Kind::exited;
    end.code = *culprit->exit_code - (killed ? kSignalled : 0);
  }
  const bool for_want_of_time = end.kind == Kind::timed_out || (end.kind == Kind::stalled && !end.silent);
  // (It may have told of its next test between the decision to stop it and its end.)
  const auto had = std::max(
      std::chrono::milliseconds(0),
      culprit == nullptr ? run.behind_tests
                         : std::chrono::duration_cast<std::chrono::milliseconds>(run.ended - culprit->begun));
  if (!for_want_of_time || had >= run.fair_share)
    return describe_end(end, run.step_limit, said,
                        culprit == nullptr ? "program"
                        : culprit->loading ? "file"
                                           : "test");
  return with_printed(
      fmt::format("The time for all tests was used up, by other tests or by a slow machine, when {} for {}.",
                  culprit == nullptr ? "the program had gone on" : "this one had run", format_duration(had)),
      said, true);
}

// Packages and files that failed as wholes. What one came to is told anew by the next run of its tests, and
// what the culprit did to its own is told with the culprit.
void DeclaredResults::take_wholes(const FinishedRun& run, const format::TestEvent* culprit) {
  std::set<std::string_view> suites;
  for (const format::TestEvent& event : run.events.tests())
    if (event.number != 0) suites.insert(event.suite);
  for (Test& test : tests_) {
    if (!test.event.whole || !suites.contains(test.event.suite)) continue;
    test.event.status.reset();
    test.event.group = true;
  }
  for (const format::TestEvent& event : run.events.tests()) {
    if (event.whole && event.status && (culprit == nullptr || culprit->suite != event.suite))
      settle(named(event), event, run);
  }
}

bool DeclaredResults::take(const FinishedRun& run) {
  ++runs_;
  bool news = false;
  std::vector<const format::TestEvent*> groups;
  const format::TestEvent* last = nullptr;
  const format::TestEvent* culprit = nullptr;
  for (const format::TestEvent* each : in_order(run.events.tests(), rules_.by_start)) {
    const format::TestEvent& event = *each;
    if (event.whole) continue;
    if (event.number != 0) any_started_ = true;
    Test& test = named(event);
    test.begun = test.begun || event.open();
    if (test.event.status) continue;
    if (run.native && is_rest(test, event)) {
      test.event.group = news = true;
    } else if (event.group) {
      if (!std::exchange(test.event.group, true)) {
        news = true;
        groups.push_back(&event);
      }
    } else if (event.status) {
      settle(test, event, run);
      news = true;
      if (last == nullptr || event.number > last->number) last = &event;
    } else if (event.open() && !run.in_vain && !run.undecided && is_later(event, culprit)) {
      // Of several, one within the other or side by side, the one that was begun last, or went on last.
      culprit = &event;
    }
  }
  if (culprit != nullptr) {
    blame(named(*culprit), *culprit, run);
    news = true;
  }
  take_wholes(run, culprit);
  // Of groups in one another, the text of the outer one stands in front.
  std::sort(groups.begin(), groups.end(),
            [](const auto* one, const auto* other) { return one->number > other->number; });
  for (const format::TestEvent* group : groups) share(*group, run);
  if (clean(run) || run.in_vain) return news;
  // If nobody was open, nobody is caught in the act: whoever was the last has to do with it, or nobody has.
  if (run.native) last = nullptr;
  if (culprit != nullptr) {
    for (BadEnd& end : bad_ends_)
      if (std::exchange(end.undecided, false)) end.culprit = culprit->id;
  }
  const format::TestEvent* blamed = culprit != nullptr ? culprit : last;
  bad_ends_.push_back({run.termination, blamed != nullptr ? blamed->id : "", run.undecided});
  if (run.undecided) return true;
  if (culprit == nullptr && last != nullptr) {
    named(*last).blamed = true;
    format::TestEvent& test = named(*last).event;
    if (test.status == Status::pass || test.status == Status::skip) test.status = Status::error;
    if (!test.message.empty()) test.message += "\n\n";
    test.message += kAfterTest;
    test.message += why_ended(run, nullptr, evidence(run, 0));
  }
  return news;
}

// Of a tool's own report: the parts that ended its program were left out when it ran again. It has no others,
// and is none of itself. (A reporter calls it a group.)
bool DeclaredResults::is_rest(const Test& test, const format::TestEvent& event) const {
  return test.begun && event.status == Status::pass &&
         std::any_of(tests_.begin(), tests_.end(), [&](const Test& part) {
           return part.blamed && part.event.id.starts_with(test.event.id + rules_.separator);
         });
}

// A group isn't shown. What it printed and logged outside of its parts is that of the first part that failed,
// where a reader looks for it, or else of the first part.
void DeclaredResults::share(const format::TestEvent& group, const FinishedRun& run) {
  const std::string begin = group.id + rules_.separator;
  Test* part = nullptr;
  for (Test& test : tests_) {
    if (!test.event.status || !test.event.id.starts_with(begin)) continue;
    const bool failed = test.event.status == Status::fail || test.event.status == Status::error;
    if (part == nullptr || failed) part = &test;
    if (failed) break;
  }
  if (part == nullptr) return;
  part->output.insert(0, group.output + printed(run.outputs, group.number));
  part->event.message.insert(0, group.message);
}

void DeclaredResults::take_retry(const FinishedRun& run, const std::string& id) {
  const auto known = by_id_.find(id);
  if (known == by_id_.end()) return;
  Test& test = tests_[known->second];
  test.stalled = false;  // there is no third time
  for (const format::TestEvent& event : run.events.tests()) {
    if (event.id != id) continue;
    if (event.status && (clean(run) || run.in_vain)) {
      settle(test, event, run);
    } else if (event.number != 0) {
      blame(test, event, run);
      test.stalled = false;
    }
  }
  if (test.event.status == Status::pass && !test.event.test.empty()) take_whole(run, test.event.test);
}

void DeclaredResults::take_again(const FinishedRun& run) {
  const auto order = in_order(run.events.tests(), rules_.by_start);
  const auto has_failed = [](const Test& test) {
    return test.first_run && !test.stalled &&
           (test.event.status == Status::fail || test.event.status == Status::error);
  };
  ++runs_;
  if (clean(run)) {
    std::vector<const format::TestEvent*> groups;
    for (const format::TestEvent* event : order) {
      if (event->group)
        groups.insert(groups.begin(), event);
      else if (Test& test = named(*event); event->status && !has_failed(test))
        settle(test, *event, run);
    }
    for (const format::TestEvent* group : groups) share(*group, run);
    return;
  }
  const format::TestEvent* culprit = nullptr;
  const bool timed_out = run.termination.kind == Kind::timed_out;
  for (const format::TestEvent* event : order) {
    if (event->open() && is_later(*event, culprit)) culprit = event;
    if (!event->status || event->group) continue;
    Test& test = named(*event);
    const bool bad = *event->status == Status::fail || *event->status == Status::error;
    if (bad || ((timed_out || run.in_vain) && test.stalled)) settle(test, *event, run);
  }
  if (culprit == nullptr || run.in_vain) return;
  Test& test = named(*culprit);
  // That the time for all was up says nothing of a test that did well before.
  if (!test.stalled && timed_out) return;
  blame(test, *culprit, run);
  test.stalled = false;
}

// The test around a part that has passed now. What it has was had without that part.
void DeclaredResults::take_whole(const FinishedRun& run, const std::string& id) {
  const auto known = by_id_.find(id);
  const auto failed_part = [&id](const Test& each) {
    return each.event.test == id && each.event.status != Status::pass && each.event.status != Status::skip;
  };
  // The other parts weren't run again: if one of them has failed, the whole has.
  if (known == by_id_.end() || std::any_of(tests_.begin(), tests_.end(), failed_part)) return;
  for (const format::TestEvent& event : run.events.tests()) {
    if (event.id == id && event.status) settle(tests_[known->second], event, run);
  }
}

bool DeclaredResults::shows_failure_of(const FinishedRun& run) const {
  const auto failed = [](const std::optional<Status>& status) {
    return status == Status::fail || status == Status::error;
  };
  const auto& events = run.events.tests();
  return std::any_of(events.begin(), events.end(), [&](const format::TestEvent& event) {
    const auto known = by_id_.find(event.id);
    return failed(event.status) && known != by_id_.end() && failed(tests_[known->second].event.status);
  });
}

std::optional<Termination> DeclaredResults::bad_end() const {
  for (const BadEnd& end : bad_ends_) {
    const auto culprit = by_id_.find(end.culprit);
    if (culprit == by_id_.end() || tests_[culprit->second].blamed) return end.termination;
  }
  return std::nullopt;
}

bool DeclaredResults::blames() const {
  return std::any_of(tests_.begin(), tests_.end(), [](const Test& one) { return one.blamed; });
}

std::vector<std::string> DeclaredResults::settled() const {
  std::vector<std::string> ids;
  for (const Test& test : tests_) {
    if ((test.event.status || test.event.group) && !test.event.whole) ids.push_back(test.event.id);
  }
  return ids;
}

std::vector<std::string> DeclaredResults::stalled() const {
  std::vector<std::string> ids;
  for (const Test& test : tests_) {
    if (test.stalled) ids.push_back(test.event.id);
  }
  return ids;
}

std::chrono::milliseconds DeclaredResults::time_of_stalled() const {
  std::chrono::milliseconds time{0};
  for (const Test& test : tests_)
    if (test.stalled) time += test.had;
  return time;
}

std::vector<std::string> DeclaredResults::culprits() const {
  std::vector<std::string> ids;
  for (const Test& test : tests_)
    if (test.blamed && !test.stalled) ids.push_back(test.event.id);
  return ids;
}

std::vector<std::string> DeclaredResults::worth_another(std::chrono::milliseconds left) const {
  std::vector<const Test*> tests;
  for (const Test& test : tests_) {
    if (test.stalled) tests.push_back(&test);
  }
  std::stable_sort(tests.begin(), tests.end(), [](const Test* a, const Test* b) { return a->had < b->had; });
  // The last one has had most.
  while (!tests.empty() && left / static_cast<int>(tests.size()) < tests.back()->had + tests.back()->had / 4)
    tests.pop_back();
  std::vector<std::string> ids;
  ids.reserve(tests.size());
  for (const Test* test : tests) ids.push_back(test->event.id);
  return ids;
}

}  // namespace proctor::framework
