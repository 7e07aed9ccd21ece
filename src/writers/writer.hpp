// An answer in the formats of others: what `--report FORMAT[=FILE]` writes.
//
// One file a format. A writer gets the whole answer and gives the whole text; it knows no file and no
// process. Three rules hold for each of them:
//
// - An answer that is no pass can't be read as one. What went wrong with the run itself (the time was up, the
//   report is cut off) is told as one more test, in the format's words for an error (entries.hpp).
// - Another try is never an additional failure. It is told in the format's own way.
// - Names and output are anybody's. The text stays well-formed whatever they hold.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace proctor::writers {

/// Where a run took place, as far as that is known. Empty: it isn't.
struct Surroundings {
  std::string branch{};
  std::string commit{};
  std::string repository{};    ///< "owner/name"
  std::string build_name{};    ///< what CI calls the job
  std::string build_number{};  ///< the CI's number of the run
  std::string build_url{};
  std::string checkout{};  ///< where CI has put the repository: paths of annotations begin there
};

/// What earlier runs, and this one, tell.
struct Insights {
  struct Test {
    TestName name{};
    std::size_t runs = 0;    ///< in which it has a result that is no skip
    std::size_t failed = 0;  ///< of these
    std::size_t flaky = 0;   ///< of these: it failed and passed within the run
    double mean_ms = 0;
    double p95_ms = 0;
  };
  std::size_t runs = 0;    ///< that were looked at
  std::size_t passed = 0;  ///< of these
  double mean_ms = 0;      ///< of a run
  double p95_ms = 0;
  std::vector<Test> tests{};  ///< by name
};

/// When a test ran: milliseconds since the run began.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// All that a writer needs.
struct Written {
  const Answer& answer;
  std::string name{};      ///< of the project
  std::int64_t began = 0;  ///< milliseconds since 1970, UTC
  std::int64_t ended = 0;
  int exit_code = 0;      ///< proctor's
  std::string version{};  ///< proctor's
  Surroundings around{};
  Insights insights{};                  ///< without runs: nothing is known
  std::map<std::string, Span> spans{};  ///< by Case::id: as far as it was seen when a test ran
};

std::string write_ctrf(const Written& written);
std::string write_github(const Written& written);  ///< annotations: workflow commands, one a line
std::string write_html(const Written& written);
std::string write_json(const Written& written);  ///< the envelope
std::string write_jsonl(const Written& written);
std::string write_junit(const Written& written);
std::string write_junit_places(const Written& written);  ///< with file, line and output of each test
std::string write_markdown(const Written& written);      ///< for a comment
std::string write_tap(const Written& written);    ///< the first line says 13, as far as older harnesses know
std::string write_tap14(const Written& written);  ///< the same, and it says 14

/// The same Markdown within so many bytes: what doesn't fit is counted.
std::string markdown(const Written& written, std::size_t most_bytes);

struct Format {
  std::string_view name;   ///< as `--report` takes it
  std::string_view file;   ///< what it is called where no file was named; empty: it goes to the CI's log
  std::string_view about;  ///< half a sentence for the help
  std::string (*write)(const Written& written);
  bool live = false;   ///< it is written while the run goes on (jsonl.hpp)
  bool spans = false;  ///< it shows when each test ran
};
/// All formats, by name.
std::span<const Format> formats();

/// "FORMAT[=FILE]", understood.
struct Wanted {
  const Format* format = nullptr;
  std::string file{};  ///< empty: the format's usual name; `-`: standard output
};
/// INVALID_REQUEST for a format that isn't known, naming those that may be meant, and for an empty FILE.
Result<Wanted> parse_report_option(std::string_view text);

}  // namespace proctor::writers
