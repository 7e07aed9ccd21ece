// Proctor events: what a reporter writes to the side channel (docs/adding-a-framework.md).
//
// Whoever writes to the channel without the nonce isn't the reporter, and what he writes counts for nothing.
// A push parser: bytes in pieces of any size, memory bounded whatever comes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "report/report.hpp"

namespace proctor::format {

/// What was told of one test.
struct TestEvent {
  std::string id{};
  std::string name{};  ///< to be shown; empty: to be made from the id
  std::string test{};  ///< id of the test in the source, where that makes several results; empty: the id
  std::string file{};
  std::optional<int> line{};
  std::optional<int> task{};
  std::optional<Status> status{};  ///< none: it hasn't finished
  std::string message{};
  std::string failed{};  ///< what has failed in it, as long as it's open
  std::string output{};  ///< what the framework itself caught of it
  std::optional<double> duration_ms{};
  std::uint64_t number = 0;  ///< in the marks of the output (output_marks.hpp); 0: not started
  std::chrono::steady_clock::time_point begun{};  ///< when it was started
  std::size_t finished = 0;                       ///< as the how-manieth it finished; 0: it hasn't
  bool planned = false;                           ///< it was told of before it began
  bool group = false;                             ///< it has ended, and its results are those of its parts
  bool open() const { return number != 0 && !status && !group; }
};

class EventStream {
 public:
  /// Told of each test when it was started and when it has finished; of none (null) when tests were planned.
  using Listener = std::function<void(const TestEvent*)>;

  explicit EventStream(std::string nonce, Listener listener = {})
      : nonce_(std::move(nonce)), listener_(std::move(listener)) {}

  void feed(std::string_view bytes);

  /// In the order in which they were first named.
  const std::vector<TestEvent>& tests() const { return tests_; }
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
  /// What people should know of the run beside its results.
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// The test that is open, if it was planned and all others that were have ended.
  const TestEvent* last_open() const;
  /// Tests that were started and haven't finished.
  std::size_t open() const { return open_; }
  /// Grows with each start and each finish.
  std::size_t steps() const { return steps_; }
  /// Lines of the reporter that break the rules. It has a fault, or somebody has got hold of the nonce.
  std::size_t broken() const { return broken_; }
  /// Anything of the reporter's came at all.
  bool spoke() const { return spoke_; }

 private:
  void line(std::string_view text);
  bool event(const json::object& object);
  bool start(const json::object& object);
  bool finish(const json::object& object);
  /// Something failed in a test that goes on: nobody may come to tell of it at its end.
  bool failed(const json::object& object);
  bool error(const json::object& object);
  bool warning(const json::object& object);
  /// Something that a test left behind failed when it had ended: its result can only become worse by it.
  bool late(const json::object& object);
  TestEvent* named(const json::object& object);
  void fill(TestEvent& test, const json::object& object);
  std::string bounded(const json::object& object, std::string_view field);

  void tell(const TestEvent* test) const {
    if (listener_) listener_(test);
  }

  std::string nonce_;
  Listener listener_;
  std::string pending_{};
  bool skipping_ = false;  // a line that is too long
  std::vector<TestEvent> tests_{};
  std::map<std::string, std::size_t, std::less<>> by_id_{};
  std::string error_{};
  std::size_t text_bytes_ = 0;
  std::size_t open_ = 0;
  std::size_t steps_ = 0;
  std::size_t broken_ = 0;
  bool ended_ = false;
  bool unavailable_ = false;
  bool bad_settings_ = false;
  bool none_there_ = false;
  bool behind_tests_ = false;
  std::vector<std::string> warnings_{};
  bool spoke_ = false;
};

}  // namespace proctor::format
