// `--report FORMAT[=FILE]`: the answer in the formats of others, beside the one that is printed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/live_reports.hpp"
#include "cli/options.hpp"
#include "config/config.hpp"
#include "report/report.hpp"
#include "writers/writer.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

void add_report_options(CLI::App& command, ReportOptions& options);

/// What is known of a run before it begins.
struct StartedRun {
  std::string name{};                                   ///< of the project; empty: the current directory's
  std::string command{};                                ///< as a shell would take it
  std::function<std::string(std::string_view)> mask{};  ///< takes secrets out of what is written
};

/// What the reports say beside the answer.
struct ReportedRun {
  std::string name{};                                  ///< of the project; empty: the current directory's
  const Config::History* history = nullptr;            ///< where the run is remembered; none: it isn't
  const std::function<void(Answer&)>* mask = nullptr;  ///< takes secrets out of what is written
  std::optional<int> exit_code{};                      ///< none: that of the answer
};

/// The reports that a command writes: settled before it does anything, written when the answer is there.
class Reports {
 public:
  enum class Stdout { for_the_answer, for_json, for_a_command };

  /// INVALID_REQUEST: a format isn't known, two reports have one file, or a file can't be written. `formats`
  /// are those of [report], which count if the command line names none. Directories are made.
  static Result<Reports> settle(const ReportOptions& options, const std::filesystem::path& directory,
                                const std::vector<std::string>& formats, Stdout out);

  /// The same for a command that reads what is there: of [report] only the directory counts.
  static Result<Reports> settle_for_reading(const ReportOptions& options, const CommonOptions& common);

  bool empty() const { return targets_.empty(); }
  /// The command line names none: they are those of [report].
  bool by_config() const { return by_config_; }

  /// The run begins. An older report of the same name goes: should proctor be killed, nobody must take it for
  /// that of this run. Reports that are written live get their first line.
  void begin(const StartedRun& run = {});

  /// What happens while the run goes on. From any thread.
  void on(const Event& event) {
    if (live_) live_->on(event);
  }

  /// Writes them. What can't be written is told on stderr; an answer that was a pass gets it as its error.
  /// Of a live report that is all: whoever reads it may stop, and the run is what it was.
  /// False if something wasn't (live reports don't count).
  bool write(Answer& answer, const ReportedRun& about);

  /// Prints the answer, or in its place the report that was to go to stdout, and returns the exit code.
  int print(const Answer& answer, const CommonOptions& common, bool verbose = false) const;

 private:
  struct Target {
    const writers::Format* format;
    std::filesystem::path file;  ///< empty: the log of CI; `-`: stdout
  };
  static Result<Reports> make(const ReportOptions& options, const std::filesystem::path& directory,
                              const std::vector<std::string>& formats, Stdout out);
  void start(const StartedRun& run);
  Result<void> write(const Target& target, const writers::Written& written);

  std::vector<Target> targets_{};
  bool by_config_ = false;
  std::int64_t began_ = 0;
  bool started_ = false;
  std::unique_ptr<LiveReports> live_{};  ///< once the run has begun, if any report wants to know
  std::optional<std::string> for_stdout_{};
};

}  // namespace proctor::cli
