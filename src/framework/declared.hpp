// A framework that is described by its folder alone (docs/adding-a-framework.md).
//
// A run in short: put the folder on disk, build if there is something to build, start the command with a side
// channel for its results, and as long as tests have none because another one brought the run to a bad end,
// start it once more without that one. A test of a submission that takes too long doesn't cost the others:
// it is stopped, they are run, and what time is left then is its own.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "format/event_stream.hpp"
#include "format/test_outputs.hpp"
#include "framework/choice.hpp"
#include "framework/declared_results.hpp"
#include "framework/folder.hpp"
#include "framework/framework.hpp"
#include "framework/native_report.hpp"
#include "framework/placeholders.hpp"
#include "workspace/snapshot.hpp"

namespace proctor::framework {

class Declared : public Framework {
 public:
  explicit Declared(const Definition& definition);

  Result<Plan> plan(const Context& context) override;
  std::optional<std::vector<TestId>> list(const Context& context) override;
  std::optional<Shard> shard() const override;
  void feed(Stream stream, std::string_view bytes) override;
  std::string feed_channel(int client, std::string_view bytes) override;
  std::optional<std::chrono::steady_clock::time_point> step_deadline() const override;
  Result<std::optional<Plan>> next(const Context& context, const supervise::Outcome& outcome) override;
  void finish(const Context& context, const supervise::Outcome& outcome, Report& report,
              ReportState& state) override;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Stage { building, listing, testing, again, retrying };

  Result<void> prepare(const Context& context);
  const Definition::Commands& commands(const Context& context) const;
  supervise::Command command(const Context& context, const std::vector<std::string>& words) const;
  Result<Plan> first_plan(const Context& context);
  Result<Plan> list_plan(const Context& context);
  Result<std::optional<Plan>> take_list(const Context& context, const supervise::Outcome& outcome);
  Result<Plan> test_plan(const Context& context, const std::vector<std::string>& skip,
                         const std::vector<std::string>& only);
  Result<std::optional<Plan>> rest_plan(const Context& context, bool clean, bool news);
  Result<std::optional<Plan>> again_plan(const Context& context);
  Result<std::optional<Plan>> retry_plan(const Context& context);
  format::Decision decide(const format::EventStream::Question& question);
  Result<void> share_native(const Context& context);
  Result<void> share_files(const Context& context);
  Error no_list(const std::string& why) const;
  std::vector<std::string> words_of_list(const Context& context) const;
  Result<void> ask_for_tests(const Context& context);
  struct Selected {
    bool named = false;                               ///< not all tests, less those that are left out
    std::optional<std::vector<std::string>> words{};  ///< for {selection}; nothing: the tool can't be told
    Tests wanted{};                                   ///< what is to be run then, where there is a list
  };
  format::TestEvent named_test(const TestId& one) const;
  std::vector<std::string> words_of_seen(const Context& context, const Tests& left_out) const;
  std::optional<Tests> asked_tests(const Context& context) const;
  Selected choose(const Context& context, const std::vector<std::string>& skip,
                  const std::vector<std::string>& only) const;
  Result<void> begin_native(const Context& context, const std::vector<std::string>& skip,
                            const std::vector<std::string>& only, std::vector<std::string>& words);
  const format::TestEvents& events() const { return native_ ? native_->events() : events_->events(); }
  bool undecided(const Context& context);
  bool any_report() const { return native_ || events_; }
  void note_steps();
  void tell(const EventSink& events, const format::TestEvent* test, std::size_t before) const;
  void note_complaint(const format::TestEvents& events);
  ErrorCode code_of_complaint() const;
  void nothing_tested(const Context& context, const supervise::Outcome& outcome);
  static std::string none_reason(const Context& context);
  std::string printed_last() const;
  void fill_suites(Report& report) const;
  void add_coverage(Report& report) const;
  void add_unstarted(const Context& context, Report& report) const;

  const Definition& definition_;
  Stage stage_ = Stage::testing;
  std::optional<FolderOnDisk> folder_{};
  std::optional<PrivateDirectory> private_{};
  std::optional<Snapshot> snapshot_{};  ///< of what a test may have changed before it is run again
  Places places_{};
  std::string build_output_{};
  std::optional<format::EventStream> events_{};
  format::TestOutputs outputs_;
  Choice choice_{};
  std::shared_ptr<const Shares> shares_{};  ///< null: all tests are run
  std::vector<SharedTest> planned_{};       ///< that the reporter told of when it was asked for them
  std::set<std::string, std::less<>> planned_ids_{};
  bool shares_files_ = false;                             ///< what is shared are files, not tests
  std::optional<std::vector<std::string>> file_words_{};  ///< that name the files of this shard to the tool
  std::optional<Error> unshared_{};  ///< why the tests couldn't be shared: all were run, and that is no pass
  bool stop_ = false;                ///< a test has failed, and none is to be run behind it
  std::optional<NativeReport> native_{};   ///< in place of events_, where the tool has a report of its own
  std::optional<Tests> listed_{};          ///< what `list` told of
  Tests to_run_{};                         ///< in the run that goes on, if that is known
  std::string list_{};                     ///< what it printed
  std::string list_errors_{};              ///< and on standard error
  bool serial_ = false;                    ///< tests are run one after the other
  bool rest_unnamed_ = false;              ///< tests weren't run because the tool has no words for them
  std::vector<std::string> not_wanted_{};  ///< tests that weren't asked for
  DeclaredResults results_;
  std::vector<std::string> warnings_{};  ///< of each plan
  std::optional<Error> cause_{};         ///< why nothing was tested
  std::string complaint_{};              ///< of the framework, beside results
  bool behind_tests_ = true;         ///< all that it complains of came behind tests that had their results
  bool bad_settings_ = false;        ///< it is the project's settings
  std::vector<std::string> told_{};  ///< warnings of the framework
  std::string retried_{};            ///< the test that has another chance
  Termination last_{};
  int runs_ = 0;
  Clock::time_point testing_begin_{};
  int bad_code_ = 0;        ///< of a run that came to its own end, and no failed test explains it; 0: none
  std::string printed_{};   ///< outside of tests, at the end of that run
  std::size_t broken_ = 0;  ///< lines of the channel that break the rules
  std::size_t steps_ = 0;
  Clock::time_point step_begin_{};
  std::optional<std::chrono::milliseconds> step_limit_{};
  std::chrono::milliseconds this_step_{};  ///< the limit of the step that goes on
  std::chrono::milliseconds run_limit_{};
  std::chrono::milliseconds whole_limit_{};  ///< of the first run: the time for all tests
  Clock::time_point run_deadline_{};
  bool one_file_ = false;  ///< all tests are planned at once
};

}  // namespace proctor::framework
