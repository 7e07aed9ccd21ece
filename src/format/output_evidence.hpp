// What everything that a command prints says about tests.
//
// A command may be a pipe whose exit code says nothing (`forge test | tail`). So its output is watched for
// reports (forge's JSON and text, proctor's own answers) and for lines by which other tools say that tests
// failed. All of it is looked at, at the speed of the pipe and in bounded memory; what passed doesn't take
// back what failed, except for a test that ctest repeats.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/event.hpp"
#include "report/reconcile.hpp"
#include "report/report.hpp"

namespace proctor::format {

struct Evidence : TestEvidence {
  std::string format{};  ///< "forge-json", "forge-text", "proctor"; empty if there is no report
  std::vector<Suite> suites{};
  std::vector<Diagnostic> diagnostics{};
  FrameworkInfo framework{};
};

/// What several sources say, as one: of a test that comes twice the worse result stays.
Evidence merged(std::vector<Evidence> sources);

class OutputEvidence {
 public:
  static constexpr std::size_t kFailureLines = 10;
  static constexpr std::size_t kFailureLineBytes = 200;

  /// Takes secrets out of a line before it is cut, for a part of one couldn't be recognised.
  using LineMask = std::function<std::string(std::string_view)>;

  explicit OutputEvidence(LineMask mask = {});
  ~OutputEvidence();
  OutputEvidence(const OutputEvidence&) = delete;
  OutputEvidence& operator=(const OutputEvidence&) = delete;

  /// The next bytes of a stream, as they came.
  void feed(Stream stream, std::string_view raw);
  /// From now on what comes may be an answer to who ends the command: a line that a program prints because it
  /// was ended says nothing of tests.
  void command_is_being_ended();
  /// Ends the input. To be called once.
  Evidence finish();

 private:
  class Side;
  LineMask mask_;
  std::vector<std::string> failure_lines_{};
  std::string stacks_{};  // a line that counts as one of those unless the run that it stands in passes
  std::optional<std::size_t> before_end_{};  // so many of the lines had come before the command was ended
  std::unique_ptr<Side> out_;
  std::unique_ptr<Side> err_;
};

}  // namespace proctor::format
