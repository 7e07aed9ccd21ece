// What was told of tests, whichever report told it: the model that all readers (reader.hpp) fill.
//
// Memory is bounded whatever comes: the number of tests, the text of each and all texts together.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "report/report.hpp"

namespace proctor::format {

/// What was told of one test.
struct TestEvent {
  std::string id{};
  std::string name{};   ///< to be shown; empty: to be made from the id
  std::string shown{};  ///< what it is called when it runs, if that isn't its name
  std::string suite{};  ///< what it stands in, where the report says so; empty: to be made from the id
  std::string test{};   ///< id of the test in the source, where that makes several results; empty: the id
  std::string file{};
  std::string place{};  ///< the file of `line`, where that is another one
  std::optional<int> line{};
  std::optional<int> task{};
  std::optional<Status> status{};  ///< none: it hasn't finished
  std::string message{};
  std::string failed{};  ///< what has failed in it, as long as it's open
  std::string output{};  ///< what the framework itself caught of it
  std::optional<double> duration_ms{};
  std::uint64_t number = 0;                       ///< it began as the how-manieth; 0: not started
  std::chrono::steady_clock::time_point begun{};  ///< when it was started
  std::size_t finished = 0;                       ///< as the how-manieth it finished; 0: it hasn't
  bool planned = false;                           ///< it was told of before it began
  bool group = false;                             ///< it has ended, and its results are those of its parts
  std::optional<int> exit_code{};  ///< if it was cut short, that of its program; above 128 a signal's
  bool cut = false;                ///< it told no end: its status is the reader's word for that
  bool whole = false;              ///< no test: a package, file or program that failed outside of its tests
  bool loading = false;            ///< no test: a file that the run ended with while it was being loaded
  bool open() const { return number != 0 && !status && !group; }
};

class TestEvents {
 public:
  /// Told of each test when it was started and when it has finished; of none (null) when tests were planned.
  using Listener = std::function<void(const TestEvent*)>;

  explicit TestEvents(Listener listener = {}) : listener_(std::move(listener)) {}
  TestEvents(TestEvents&&) = default;
  TestEvents& operator=(TestEvents&&) = default;

  /// In the order in which they were first named.
  const std::deque<TestEvent>& tests() const { return tests_; }
  bool ended() const { return ended_; }
  /// Why nothing could be tested, in the framework's words; empty if nothing was said.
  const std::string& error() const { return error_; }
  /// The reason is that something isn't installed: no fault of the code under test.
  bool unavailable() const { return unavailable_; }
  /// It is what was asked for: a filter that is none, say.
  bool bad_settings() const { return bad_settings_; }
  /// Nothing is there that was asked for.
  bool none_there() const { return none_there_; }
  /// All that was complained of came behind tests that had their results: it's the run as a whole that fails.
  bool behind_tests() const { return behind_tests_; }
  /// Which version of the framework runs, and where it is from, in its reporter's words; empty if it doesn't
  /// say.
  const std::string& version() const { return version_; }
  /// What people should know of the run beside its results.
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// The test that is open, if it was planned and all others that were have ended.
  const TestEvent* last_open() const;
  /// Tests that were started and haven't finished.
  std::size_t open() const { return open_; }
  /// Grows with each start and each finish.
  std::size_t steps() const { return steps_; }
  /// There were more tests than are kept.
  bool overflowed() const { return overflowed_; }

  TestEvent& at(std::size_t index) { return tests_.at(index); }
  /// The test of that id. References stay good.
  TestEvent* find(std::string_view id);
  /// The same, made if it isn't known; null without a name, and if no more tests can be kept.
  TestEvent* named(std::string_view id);
  /// Tests were planned: the listener is told.
  void tell_planned() const { tell(nullptr); }
  /// False, and nothing happens, if the test can't begin now.
  bool start(TestEvent& test);
  /// No status: a group. False, and nothing happens, if the test isn't open.
  /// `cut`: it told no end, and the program that ran it has come to one. That is no step.
  bool finish(TestEvent& test, std::optional<Status> status, bool cut = false);
  /// Something failed in a test that goes on: it may never tell of it at its end.
  bool failed(TestEvent& test, std::string message);
  /// Something that a test left behind failed when it had ended: its result can only become worse by it.
  bool late(TestEvent& test, std::string message);
  struct Kind {
    bool unavailable = false, bad_settings = false, none_there = false, behind_tests = false;
  };
  void error(std::string message, Kind kind);
  void warning(std::string message);
  void version(std::string text);
  void end() { ended_ = true; }
  /// More comes behind an end: of another program, say.
  void resume() { ended_ = false; }

  /// Takes a test over as it is: it is empty then. Null, and nothing happens to it, if its id is no new one,
  /// and if no more tests can be kept.
  TestEvent* adopt(TestEvent& test);
  /// So many tests may come.
  void expect(std::size_t tests);

  /// As much of a text as may be kept of one test, and of all together.
  std::string bounded(std::string text);
  /// The same for text that comes in pieces: of more than twice `limit` bytes the head and the tail stay.
  void append(std::string& text, std::string_view more, std::size_t limit);

 private:
  void tell(const TestEvent* test) const {
    if (listener_) listener_(test);
  }

  Listener listener_;
  std::deque<TestEvent> tests_{};  // which stay where they are
  std::unordered_map<std::string_view, TestEvent*> by_id_{};
  std::string error_{};
  std::size_t text_bytes_ = 0;
  std::size_t open_ = 0;
  std::size_t steps_ = 0;
  std::uint64_t last_number_ = 0;
  bool ended_ = false;
  bool unavailable_ = false;
  bool bad_settings_ = false;
  bool none_there_ = false;
  bool behind_tests_ = false;
  bool overflowed_ = false;
  std::string version_{};
  std::vector<std::string> warnings_{};
};

}  // namespace proctor::format
