// The lines that bats writes to its formatters (`bats --formatter cat`): TAP with a line where each file and
// each test begins.
//
//     suite /x/a.bats
//     plan "up to $MOST"            (of ours, before all others: a test of that file, as it is written)
//     1..2
//     suite /x/a.bats
//     begin 1 up to 9
//     not ok 1 up to 9 in 12ms
//     # (in test file a.bats, line 5)
//     #   `false' failed
//     # what the test printed
//
// A result counts for the test that is open (and where run.bash has told of tests only with its time); any
// other line that looks like one was printed by that test. A plain stream of TAP behind `plan` lines is that
// of a bats which doesn't say what begins.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/test_events.hpp"

namespace proctor::format {

class BatsStream {
 public:
  /// A line that only bats writes, and none of TAP.
  static bool is_begun_by(std::string_view line);
  /// "(in test file a.bats, line 5)": where it failed, by bats' message; nothing if that doesn't say it.
  static std::optional<Location> place_in(std::string_view message);

  /// `plan`: how many tests were planned before it was clear that the stream is bats'. `beside`: a directory
  /// that may have what tests printed that haven't failed, in outputs-K/N-NAME.log for test N of the K-th
  /// plan.
  BatsStream(TestEvents& events, std::function<void(std::string)> problem, std::optional<std::size_t> plan,
             std::filesystem::path beside)
      : events_(events), problem_(std::move(problem)), plan_(plan), beside_(std::move(beside)) {}

  void line(std::string_view text);
  /// `errors`: what bats printed on standard error.
  void end(std::string_view errors);

 private:
  struct Planned {
    std::string written{};  ///< with its quotes
    std::string name{};
    bool taken = false;     ///< it has begun
    bool computed = false;  ///< there are variables in it: its name is known when it runs
  };

  void planned(std::string_view written);
  void plan(std::size_t count);
  void begin(std::size_t number, std::string_view name);
  bool result(std::string_view text);
  void hook(std::string_view name);
  void say(std::string_view text);
  void close();
  void close_hook(const std::string& words);
  void unprepared(const std::string& words);
  void add_printed();
  void tell_warnings(std::string_view errors);
  void close_document();
  TestEvent* test(std::size_t number, std::string_view name);
  TestEvent* whole(const std::string& file, const std::string& name, const std::string& words);
  bool is_open() const { return current_ != nullptr && current_->open(); }

  TestEvents& events_;
  std::function<void(std::string)> problem_;
  std::map<std::string, std::vector<Planned>> planned_{};  // by file
  std::string file_{};
  std::optional<std::size_t> plan_{};
  std::filesystem::path beside_;
  std::size_t documents_ = 0;     // each has a plan
  std::size_t results_ = 0;       // of the document
  std::size_t number_ = 0;        // of the test that began last
  TestEvent* current_ = nullptr;  // that began last
  bool is_ours_ = false;          // run.bash has told of tests
  bool says_begin_ = false;
  bool is_explained_ = false;  // why tests have no result
  bool has_failed_ = false;
  std::string hook_{};     // what failed and is no test
  std::string message_{};  // what bats says of the failure
  std::string pending_{};  // printed before the next test begins
  std::string error_{};    // why files can't be loaded
  std::string unsaid_{};   // the same, of files that bats gives no reason for
};

}  // namespace proctor::format
