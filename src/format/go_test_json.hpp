// `go test -json`, of Go 1.10 and newer: events of test2json, one JSON object a line.
//
// test2json makes its events out of text, and the tests print into the same text. So a result is believed by
// the lines around it: a test's pass needs its own `--- PASS` line, and a package that came to its end has
// said so in a line that is no test's.
#pragma once

#include <map>
#include <string>

#include "base/json.hpp"
#include "format/line_splitter.hpp"
#include "format/reader.hpp"

namespace proctor::format {

class GoTestJsonReader : public ReportReader {
 public:
  explicit GoTestJsonReader(ReaderOptions options)
      : ReportReader(std::move(options.listener)), groups_(options.groups) {}

  void feed(std::string_view bytes) override;
  /// Of `go test -list`, with -json or without.
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
    std::string inside{};  ///< the test that was under way where its closing line stands
    std::string output{};  ///< of no test
    std::size_t open = 0;
  };
  struct Open {
    std::string event{};    ///< id in the model: another than its own if it runs more than once
    std::string raw{};      ///< all that it printed
    std::string message{};  ///< of it, the lines of the log
    std::string line{};     ///< its last line has no end yet
    std::string verdict{};  ///< PASS, FAIL or SKIP, by its own line
    bool glued = false;     ///< that stands behind something that the test printed
    bool measured = false;  ///< a benchmark's figures
    bool in_message = false;
    bool parts = false;  ///< it has sub-tests
    bool part_failed = false;
    std::string file{};
    int row = 0;
  };

  void line(std::string_view text);
  void text_line(std::string_view text);
  void event(const json::object& object);
  void run(const std::string& package, const std::string& name);
  void print(Package& package, const std::string& key, const std::string& name, std::string_view text);
  void printed(Open& test, std::string_view text);
  void print_package(Package& package, const std::string& name, std::string_view text);
  void finish_test(Package& package, const std::string& key, Status status, std::string why = {});
  void close(const std::string& name, Package& package, bool passed);
  void settle(const std::string& name, Package& package);
  const std::string* build_words(const std::string& package) const;

  bool groups_;
  LineSplitter lines_{kLongestReportLine};
  std::map<std::string, Package, std::less<>> packages_{};
  std::map<std::string, Open, std::less<>> open_{};           ///< by package and name
  std::map<std::string, std::string, std::less<>> builds_{};  ///< words of the compiler, by import path
  std::string build_{};                                       ///< whose words stand in the text lines
  std::string loose_{};                                       ///< other text, bounded
};

}  // namespace proctor::format
