// Reads what `forge test` prints for people, as it arrives, whole or in parts.
//
// A caller may see only the end of it (`| tail`), only some of its lines (`| grep`), several runs one after
// another, or all that between the lines of other programs. So every line that says something about tests is
// taken by itself, and the sums that forge prints say whether tests are missing. A line counts only where it
// has exactly forge's form, and at its beginning: what a test logs stands indented.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/forge_results.hpp"
#include "format/forge_text_line.hpp"
#include "format/text_line.hpp"
#include "report/judge.hpp"
#include "report/report.hpp"

namespace proctor::format {

class ForgeTextReader {
 public:
  /// The next piece of the output, with colours or without.
  void feed(std::string_view bytes);

  /// The same line by line, for a caller who knows lines already: as plain_line() leaves them. Lines of which
  /// begins_line() is false may be left out unless wants_every_line().
  void line(std::string_view text);
  bool wants_every_line() const { return mode_ != Mode::between; }
  static bool begins_line(std::string_view text);

  struct Result {
    std::vector<Suite> suites;            ///< sorted; cases as far as they are known
    std::vector<Diagnostic> diagnostics;  ///< of the compiler
    ReportState state;
    Counts totals;          ///< forge's own sums, where tests aren't known by name; of all runs
    bool complete = false;  ///< the suites hold every test that ran
  };
  /// Ends the input. To be called once.
  Result finish();

 private:
  enum class Mode {
    between,      // nothing is open
    in_case,      // a result began whose name is still to come
    behind_case,  // its logs may follow
    in_logs,
    in_compiler,  // inside of what the compiler said
    in_reason     // behind "No tests match the provided pattern:"
  };

  // Results whose suite isn't known, because the line that names it wasn't seen.
  struct Orphans {
    std::vector<Case> cases{};
    bool of_suite = false;  // they stood in a suite, not in the list of failures at the end
  };
  struct Failure {
    std::size_t suite;
    std::string name;
  };
  // One run of forge.
  struct Run {
    bool any = false;                // a line of it was seen
    bool old_form = false;           // "Running 2 tests for …": such a run may end without a sum
    bool ended = false;              // its sum was seen
    bool closed = false;             // the very last line about its results was seen
    bool in_failures = false;        // in the list of failures at the end
    std::size_t headings = 0;        // suites that began
    std::size_t endings = 0;         // suites that ended
    std::size_t unnamed = 0;         // failures whose name wasn't seen
    Counts seen{};                   // results in suites, as forge counts them
    Counts said{};                   // by the suites' last lines
    std::optional<Counts> sum;       // by the run's last line
    std::optional<Counts> failures;  // by the list of failures
    std::vector<Orphans> orphans{};
    std::size_t orphan_cases = 0;
    std::vector<Failure> listed{};  // in the list of failures
  };

  bool structure(std::string_view text);
  void run_line(const ForgeLine& read);
  void other_line(std::string_view text);
  void begin_suite(const ForgeLine& read);
  bool contradicts_sum(const Counts& counts) const;
  void end_suite(const Counts& said);
  void case_line(std::string_view text);
  void abandon_case();
  void take_case(Case test);
  void keep_case();
  void log(std::string_view text);
  void compiler_line(std::string_view text);
  void reason_line(std::string_view text);
  void end_run();
  void resolve_orphans();

  LineBuffer partial_;
  bool has_partial_ = false;
  Mode mode_ = Mode::between;
  std::size_t patience_ = 0;  // how many more lines the mode may take
  std::string case_text_;
  std::string compiler_;
  std::string none_reason_;
  ForgeResults results_;
  std::size_t suite_ = ForgeResults::kNoSuite;  // the one that is open
  Counts suite_seen_;
  std::optional<Case> case_;  // the last one, as long as its logs may follow
  Run run_;
  Counts totals_;
  bool found_ = false;
  bool complete_ = true;
  bool truncated_ = false;
};

}  // namespace proctor::format
