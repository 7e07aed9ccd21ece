// `go test -json`, of Go 1.10 and newer: events of test2json, one JSON object a line.
//
// test2json makes its events out of text, and the tests print into the same text. So a result is believed by
// the lines around it: a test's pass needs its own `--- PASS` line, and a package that came to its end has
// said so in a line that is no test's.
//
// What `go test -exec` starts in the place of a test program (frameworks/go) may say more, in lines before
// and behind that program's own:
//
//     === PLACE  DIRECTORY         of the package, below the root; tests are then called as proctor calls
//     them
//     === PLAN   TEST FILE:LINE    a test that is going to run
//     === LOGS   FILE:LINE         where tests say something that is no failure
//     === ENDED  CODE              the exit code, above 128 a signal's, if it isn't as the events say
//
// And frameworks/go, before it runs go:
//
//     === MODULE DIRECTORY         below the root: a module of its own with tests, which go doesn't run from
//     here
//     === BUILT  FILE CONDITION    a test file's build constraint, if no test file is without one
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "format/line_splitter.hpp"
#include "format/reader.hpp"

namespace proctor::format {

inline constexpr std::size_t kMostGoPackages = 20'000;

/// Without its end.
inline std::string_view without_newline(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

class GoTestJsonReader : public ReportReader {
 public:
  explicit GoTestJsonReader(ReaderOptions options)
      : ReportReader(std::move(options.listener)),
        groups_(options.groups),
        verbose_(options.verbose),
        some_(options.some) {}

  void feed(std::string_view bytes) override;
  /// Of `go test -list`, with -json or without; or events with the plans of the test programs.
  void feed_plan(std::string_view text) override;
  /// Build failures stand there before Go 1.24.
  void feed_stderr(std::string_view text) override;

 protected:
  void end() override;

 private:
  struct Package {
    bool tested = false;   ///< a test began
    bool summed = false;   ///< its own PASS or FAIL stands behind the tests
    bool closed = false;   ///< its last event came
    bool passed = false;   ///< that says so
    bool failing = false;  ///< one of its tests explains a failure
    bool unbuilt = false;
    std::string unseen{};  ///< a test, as a key, whose beginning go has passed over
    std::string inside{};  ///< the test that was under way where its closing line stands
    std::string output{};  ///< of no test
    std::size_t open = 0;
    std::optional<std::string> place{};         ///< its directory, where that was told
    std::size_t planned = 0;                    ///< tests that were told of before
    std::optional<int> code{};                  ///< with which its program ended, where that was told
    std::set<std::string, std::less<>> logs{};  ///< places that say something, and no failure
    std::string failed{};                       ///< the test that failed last, as an id
    std::string logged{};                       ///< by that one
    std::string crashed{};                      ///< the test that a panic was seen in, as an id
    std::string said{};                         ///< what that test logged, and the panic
  };
  struct Open {
    std::string event{};    ///< id in the model: another than its own if it runs more than once
    std::string raw{};      ///< all that it printed
    std::string message{};  ///< of it, the lines of the log
    std::string output{};   ///< and the others
    std::size_t panic = std::string::npos;  ///< where that begins in its output
    std::string line{};                     ///< its last line has no end yet
    std::string verdict{};                  ///< PASS, FAIL or SKIP, by its own line
    std::string closing{};                  ///< that line
    bool glued = false;                     ///< that stands behind something that the test printed
    bool measured = false;                  ///< a benchmark's figures
    bool in_message = false;
    bool in_race = false;  ///< between the lines of a report of the race detector
    bool race_begun = false;
    bool compares = false;  ///< in what an example says of its output
    bool failing = false;   ///< a line of its log says that it fails
    bool parts = false;     ///< it has sub-tests
    bool part_failed = false;
    std::string file{};
    int row = 0;
  };

  /// Of the tests that are open: names of packages have dots, too.
  static std::string key_of(std::string_view package, std::string_view test);
  void line(std::string_view text);
  void text_line(std::string_view text);
  void event(const json::object& object);
  void run(const std::string& package, const std::string& name);
  void print(Package& package, const std::string& key, const std::string& name, std::string_view text);
  void printed(const Package& package, Open& test, std::string_view text);
  void print_package(Package& package, const std::string& name, std::string_view text);
  bool told_beside(Package& package, const std::string& name, std::string_view text);
  std::string id_of(const Package& package, const std::string& name, const std::string& test) const;
  void name(TestEvent& event, const Package& package, const std::string& name, const std::string& test);
  Open* around(std::string_view key);
  void finish_glued(const std::string& name, Package& package);
  bool blame_panic(Package& package);
  void failed(const Package& package, const std::string& name, const std::string& as, std::string_view why);
  static std::string as_go_writes(const std::string& log, const std::string& key);
  static void locate(TestEvent& event, const std::string& file, int row, const std::string& panic);
  void finish_test(Package& package, const std::string& key, Status status, std::string why = {});
  void close(const std::string& name, Package& package, bool passed);
  void warn_of_untested();
  void warn_of_modules();
  std::string why_none() const;
  void settle(const std::string& name, Package& package);
  const std::string* build_words(const std::string& package) const;

  bool groups_;
  bool verbose_;
  bool some_;
  LineSplitter lines_{kLongestReportLine};
  std::map<std::string, Package, std::less<>> packages_{};
  std::map<std::string, Open, std::less<>> open_{};           ///< by package and name
  std::map<std::string, std::string, std::less<>> builds_{};  ///< words of the compiler, by import path
  std::string build_{};                                       ///< whose words stand in the text lines
  std::string loose_{};                                       ///< other text, bounded
  std::vector<std::string> modules_{};                        ///< directories of other modules with tests
  std::vector<std::string> conditions_{};                     ///< test files with their build constraints
};

}  // namespace proctor::format
