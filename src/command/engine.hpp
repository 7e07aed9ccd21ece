// One command that may run tests: run under control, its output looked at, its exit code judged.
//
// The tool `Test` and `proctor run` are both this engine. The tool asks for permission first and gives the
// command a clean environment; `proctor run` hands on what is printed.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "config/config.hpp"
#include "format/output_evidence.hpp"
#include "output/excerpt.hpp"
#include "policy/secrets.hpp"
#include "report/report.hpp"
#include "run/containment.hpp"
#include "run/logs.hpp"
#include "run/machine.hpp"
#include "shell/exit_code.hpp"
#include "supervise/supervise.hpp"

namespace proctor::command {

/// What is to be run, once everything about it is settled.
struct Job {
  std::vector<std::string> argv;         ///< what is started
  std::string text;                      ///< the same as a shell reads it: exit codes are judged by that
  std::vector<std::string> environment;  ///< NAME=value; the whole of it
  std::filesystem::path workdir;
  std::optional<std::chrono::milliseconds> timeout{};  ///< none: no time limit
  Containment containment{};
  shell::Dialect dialect = shell::Dialect::bash;
};

/// What a run needs beside its job. The functions of one stream of output are called from one thread, in the
/// order of the output, and may block: then the command waits, and its limits go on counting.
struct Around {
  const Config& config;
  supervise::Supervisor& supervisor;
  const policy::SecretMask& mask;
  const Log& log;
  std::filesystem::path directory;  ///< private to the run; the command may write to it
  std::stop_token stop{};
  std::string tag{};  ///< of the processes (supervise::RunOptions::tag)

  std::function<void(Stream, std::string_view)> on_bytes{};  ///< told of all bytes as they were printed
  std::function<void(Stream, std::string_view)> on_text{};   ///< told of them sanitised and masked
  /// From another thread than the others: the answer is due, and on_bytes or on_text hold it up.
  std::function<void()> on_late{};
  /// Last word on how the command is started.
  std::function<void(supervise::Command&, supervise::RunOptions&)> adjust{};
  /// What is known of the tests beside the output, asked for when the command has ended.
  std::function<std::vector<format::Evidence>()> reports{};
};

/// What came of it.
struct Outcome {
  supervise::Outcome run{};
  output::ExcerptText output{};
  format::Evidence evidence{};
  std::optional<Diagnostic> hang{};
  std::vector<std::string> warnings{};
  bool has_runner = false;  ///< a known test runner is in the command
  Report report{};          ///< of the run; without suites if no test told of itself
  /// The error is nothing for a command that did well, and the report is there if tests told of themselves.
  Answer answer{};

  /// Whether the verdict is on tests: a test runner is in the command, or something shows that tests ran.
  bool has_tests() const {
    return has_runner || shows_tests() || evidence.shows_failure() || !evidence.none_ran.empty() ||
           !evidence.unfinished.empty();
  }
  std::uint64_t printed() const { return run.out.total_bytes() + run.err.total_bytes(); }
  /// Whether a test that passed is seen in what was printed or in a report.
  bool shows_tests() const {
    return evidence.has_report || !evidence.passed.empty() || !evidence.passed_some.empty();
  }
};

/// A slot of the machine, as `proctor test` takes one, where a test runner is in the command; none for any
/// other.
Result<Slot> take_slot(const Job& job, const Config& config, const std::stop_token& stop,
                       const std::function<void(const std::string& who_runs)>& on_waiting);

/// Runs the job to its end, and judges it. Secrets are masked in all of the outcome.
Outcome run(const Job& job, const Around& around);

/// The outcome as `data` of an envelope (schemas/test-tool-response.schema.json).
json::object describe(const Job& job, const Around& around, const Outcome& outcome);

}  // namespace proctor::command
