// An answer in the formats of others: what `--report FORMAT[=FILE]` writes.
//
// One file a format. A writer gets the whole answer and gives the whole text; it knows no file and no process.
// Three rules hold for each of them:
//
// - An answer that is no pass can't be read as one. What went wrong with the run itself (the time was up, the
//   report is cut off) is told as one more test in the format's words for an error (`trouble()`).
// - Another try is never an additional failure. It is told in the format's own way.
// - Names and output are anybody's. The text stays well-formed whatever they hold.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/report.hpp"

namespace proctor::writers {

/// Where a run took place, as far as that is known. Empty: it isn't.
struct Surroundings {
  std::string branch;
  std::string commit;
  std::string repository;    ///< "owner/name"
  std::string build_name;    ///< what CI calls the job
  std::string build_number;  ///< the CI's number of the run
  std::string build_url;
  std::string checkout;  ///< the directory that CI has the repository in: paths of annotations begin there
};

/// What earlier runs tell of a test.
struct Insight {
  TestName test;
  std::size_t runs = 0;    ///< in which it has a result
  std::size_t failed = 0;  ///< of these
  std::size_t flaky = 0;   ///< of these: it failed and passed within the run
  double mean_ms = 0;
  double p95_ms = 0;
};

/// All that a writer needs. It owns nothing: to be used during the call alone.
struct Written {
  const Answer& answer;
  std::string name{};        ///< of the project, or of the report that was read
  std::int64_t began = 0;    ///< milliseconds since 1970, UTC
  std::int64_t ended = 0;    ///< the same
  int exit_code = 0;         ///< proctor's
  std::string version{};     ///< proctor's
  Surroundings around{};
  std::vector<Insight> insights{};  ///< from the history; empty: nothing is known
};

std::string write_ctrf(const Written& written);
std::string write_github(const Written& written);  ///< annotations: workflow commands, one a line
std::string write_html(const Written& written);
std::string write_json(const Written& written);  ///< the envelope
std::string write_jsonl(const Written& written);
std::string write_junit(const Written& written);
std::string write_junit_places(const Written& written);  ///< with file, line and output of each test
std::string write_markdown(const Written& written);
std::string write_tap(const Written& written);

struct Format {
  std::string_view name;   ///< as `--report` takes it
  std::string_view file;   ///< what it is called where no file was named; empty: it goes to the CI's log
  std::string_view about;  ///< half a sentence for the help
  std::string (*write)(const Written& written);
};
/// All formats, by name.
std::span<const Format> formats();
/// Null for a name that isn't known.
const Format* find_format(std::string_view name);

/// "FORMAT[=FILE]", understood.
struct Wanted {
  const Format* format = nullptr;
  std::string file{};  ///< empty: the format's usual name; `-`: standard output
};
/// INVALID_REQUEST for a format that isn't known, naming the nearest ones, and for an empty FILE.
Result<Wanted> parse_report_option(std::string_view text);

/// Why an answer is no pass, where no failed test in it says so. Nothing for a pass, and for failed tests alone.
struct Trouble {
  std::string code;     ///< as in the table of errors: "TEST_TIMEOUT"
  std::string message;  ///< what happened; of sources that don't compile with what the compiler said
};
std::optional<Trouble> trouble(const Answer& answer);
/// What the additional test is called that tells of it.
inline constexpr std::string_view kTroubleName = "(the run)";

/// "2026-01-31T23:59:59Z", from milliseconds since 1970.
std::string utc(std::int64_t milliseconds);

}  // namespace proctor::writers
