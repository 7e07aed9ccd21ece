// What everything that a command prints says about tests.
//
// A command's exit code may say nothing of its tests (`forge test | tail`). So its output is looked at for
// reports (forge's JSON and text, proctor's own answers) and for lines by which other tools say how their
// tests ended (words.hpp). What passed doesn't take back what failed.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "format/words.hpp"
#include "report/event.hpp"
#include "report/reconcile.hpp"
#include "report/report.hpp"

namespace proctor::format {

struct Evidence : TestEvidence {
  std::string passed_some{};          ///< a printed line by which some tests passed; others may have failed
  std::set<std::string> passed_by{};  ///< the tools that printed such lines
  std::string nothing{};              ///< a printed line by which no test ran, which its tool doesn't mind
  std::map<std::string, std::size_t> ended{};  ///< how many printed lines end a run of tests, by tool
  std::string format{};  ///< "forge-json", "forge-text", "proctor", "tap"; empty if there is no report
  std::vector<Suite> suites{};
  std::vector<Diagnostic> diagnostics{};
  FrameworkInfo framework{};

  bool shows_pass() const { return !passed.empty() || !passed_some.empty(); }
};

/// From the second on, tests of one name in a suite are called "name (2)", …: merged() takes one name for one
/// test.
void number_twins(std::vector<Suite>& suites);

/// What several sources say, as one: of a test that comes twice the worse result stays.
Evidence merged(std::vector<Evidence> sources);

class OutputEvidence {
 public:
  static constexpr std::size_t kFailureLines = WordReader::kFailureLines;
  static constexpr std::size_t kFailureLineBytes = 200;

  /// Takes secrets out of a line before it is cut, for a part of one couldn't be recognised.
  using LineMask = std::function<std::string(std::string_view)>;

  /// The table must outlive the object.
  explicit OutputEvidence(const WordTable& words, LineMask mask = {});
  ~OutputEvidence();
  OutputEvidence(const OutputEvidence&) = delete;
  OutputEvidence& operator=(const OutputEvidence&) = delete;

  /// The next bytes of a stream, as they came.
  void feed(Stream stream, std::string_view raw);
  /// From now on what comes may be an answer to being ended: a line that a program prints then says nothing
  /// of failed tests.
  void command_is_being_ended() { words_.command_is_being_ended(); }
  /// Ends the input. To be called once.
  Evidence finish();

 private:
  class Side;
  std::string shown(const std::string& line) const;

  LineMask mask_;
  WordReader words_;
  std::unique_ptr<Side> out_;
  std::unique_ptr<Side> err_;
};

}  // namespace proctor::format
