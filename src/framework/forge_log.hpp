// What forge tells on stderr while it runs, when RUST_LOG asks for it:
//
//     2026-11-21T22:08:11.145204Z DEBUG forge::multi_runner: Found 2 test contracts out of 4 in 4.155µs
//     …Z DEBUG suite{name=test/A.t.sol:ATest}: forge::multi_runner: start executing all tests in contract
//     …Z DEBUG suite{name=test/A.t.sol:ATest}: forge::runner: Found 4 test functions out of 17 in 1.236µs
//     …Z DEBUG suite{name=test/A.t.sol:ATest}: forge::multi_runner: executed all tests in contract
//     duration=5.687499ms
//
// forge prints its JSON only at the end; these lines are how proctor knows, at no cost to a normal run, which
// suites had finished and which were running when a run is stopped, how many tests each has, and what to show
// as progress. They are no evidence for a pass: they only ever raise doubts.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "report/event.hpp"

namespace proctor::framework {

class ForgeLog {
 public:
  struct SuiteState {
    std::optional<std::size_t> tests;  ///< how many forge is going to run; none after a failing setUp()
    bool finished = false;
    std::chrono::microseconds duration{};
  };

  explicit ForgeLog(EventSink events) : events_(std::move(events)) {}

  /// Pieces of stderr of any size.
  void feed(std::string_view bytes);
  /// A last line without a newline.
  void finish();

  /// Whether forge got as far as running tests.
  bool running_began() const { return running_began_; }
  std::size_t suites_found() const { return suites_found_; }
  /// By name, "test/A.t.sol:ATest".
  const std::map<std::string, SuiteState>& suites() const { return suites_; }
  /// How many suites began and didn't end beside those in suites(), whose number and names are bounded.
  std::int64_t unnamed_unfinished() const { return unnamed_unfinished_; }
  /// What else stood on stderr, the first 256 KiB.
  const std::string& rest() const { return rest_; }

 private:
  void line(std::string_view text);
  bool log_line(std::string_view text);
  void suite_line(const std::string& name, std::string_view message);
  void tell(const Event& event) const;

  EventSink events_;
  std::string partial_{};
  bool partial_too_long_ = false;
  bool running_began_ = false;
  std::size_t suites_found_ = 0;
  std::int64_t unnamed_unfinished_ = 0;
  std::map<std::string, SuiteState> suites_{};
  std::string rest_{};
};

}  // namespace proctor::framework
