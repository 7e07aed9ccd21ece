// What is known of a declared framework's tests, over all the runs that it took to find out.
//
// A result is had once. A test that was open when its run came to a bad end is the culprit of that end, and
// gets its result from how the run ended; the others are then run without it.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/test_events.hpp"
#include "format/test_outputs.hpp"
#include "report/report.hpp"

namespace proctor::framework {

/// Begins what is said of an end that came when no test was open, behind the message of the test before it.
inline constexpr std::string_view kAfterTest = "After this test, outside of any other: ";

struct ResultRules {
  bool out = true;  ///< what stands on standard output counts as what a test printed
  bool err = true;
  bool joined = false;          ///< what is written to standard error stands on standard output, in its place
  bool by_start = false;        ///< the order of results is that in which tests began, not ended
  std::string separator = "/";  ///< between the id of a whole and what its part's id has more
};

/// A run that is over, as its results need it.
struct FinishedRun {
  const format::TestEvents& events;
  const format::TestOutputs& outputs;
  const Termination& termination;
  std::chrono::milliseconds step_limit;  ///< how long one test could take
  /// Of the time for all tests, what one must have had before it is said to be endless. One that had less may
  /// just be what ran when others, or a slow machine, had used the time up.
  std::chrono::milliseconds fair_share{0};
  std::chrono::steady_clock::time_point ended{};  ///< when it was stopped
  std::chrono::milliseconds behind_tests{0};      ///< how long it had gone on then without a test
  /// It stalled, but what took too long came to its end before the run did: nobody is to blame.
  bool in_vain = false;
  /// It is a tool's own report: nothing in the output tells what came from which test, and nothing in the
  /// report tells that the test which ended last has to do with what came behind it.
  bool native = false;
};

class DeclaredResults {
 public:
  explicit DeclaredResults(ResultRules rules) : rules_(std::move(rules)) {}

  /// A learning site shows the output of some streams; whoever tests a project is told of both, each by
  /// itself.
  void take_project() {
    rules_.out = rules_.err = true;
    rules_.joined = false;
  }

  /// Whether the run brought anything new.
  bool take(const FinishedRun& run);
  /// The tests that were stopped because they took too long get another chance, and those around them.
  void take_retry(const FinishedRun& run, const std::string& id);
  /// All tests were run once more in one process, those that were stopped included, and without those that
  /// brought a run to another bad end. What comes of them so is what counts: tests may leave something behind
  /// for those that follow. If that run has a bad end too, only what it tells of its culprit counts.
  void take_again(const FinishedRun& run);
  /// Whether a test that failed in this run, which was taken, counts as failed: not one whose result is an
  /// earlier one, which passed.
  bool shows_failure_of(const FinishedRun& run) const;

  /// Ids of all tests that have a result, and of the groups all of whose parts have.
  std::vector<std::string> settled() const;
  /// Of those that were stopped because one test took too long.
  std::vector<std::string> stalled() const;
  /// The time that was lost with these.
  std::chrono::milliseconds time_of_stalled() const;
  /// Of the tests that are held responsible for a bad end those that didn't just take too long.
  std::vector<std::string> culprits() const;
  /// Of these as many as can share `left` so that each gets clearly more time than it had.
  std::vector<std::string> worth_another(std::chrono::milliseconds left) const;
  bool any_started() const { return any_started_; }
  /// How the first run that came to a bad end did so, unless its culprit did well when it had another chance.
  std::optional<Termination> bad_end() const;
  /// Whether a test is held responsible for a bad end.
  bool blames() const;

  /// In the order in which they were first named.
  struct Test {
    format::TestEvent event;
    std::string output{};
    bool stalled = false;
    std::chrono::milliseconds had{0};  ///< if it stalled, the time that it had
    bool blamed = false;               ///< for the bad end of a run
    bool first_run = false;            ///< its result is one of the first run, which left nobody out
    std::size_t settled = 0;           ///< as the how-manieth it got its result; 0: it has none
  };
  const std::vector<Test>& tests() const { return tests_; }

 private:
  Test& named(const format::TestEvent& event);
  void settle(Test& test, const format::TestEvent& event, const FinishedRun& run);
  void blame(Test& test, const format::TestEvent& event, const FinishedRun& run);
  void take_whole(const FinishedRun& run, const std::string& id);
  void take_wholes(const FinishedRun& run, const format::TestEvent* culprit);
  void share(const format::TestEvent& group, const FinishedRun& run);
  static std::string why_ended(const FinishedRun& run, const format::TestEvent* culprit,
                               const std::string& said);
  std::string printed(const format::TestOutputs& outputs, std::uint64_t number) const;
  std::string evidence(const FinishedRun& run, std::uint64_t number) const;

  ResultRules rules_;
  std::vector<Test> tests_{};
  std::map<std::string, std::size_t> by_id_{};
  struct BadEnd {
    Termination termination;
    std::string culprit;  ///< empty: nobody is known to have caused it
  };
  std::vector<BadEnd> bad_ends_{};
  bool any_started_ = false;
  std::size_t settled_count_ = 0;
  std::size_t runs_ = 0;  ///< that were taken
};

}  // namespace proctor::framework
