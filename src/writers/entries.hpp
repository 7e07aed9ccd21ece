// An answer as rows: every test that has a result, every test that has none, and what went wrong with the run
// itself. All writers of tests go by these, so that none of them forgets a kind. Texts are clean: valid UTF-8
// without control characters and escape sequences.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/report.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {

/// Text of several lines that any document can hold, XML included.
std::string clean(std::string_view text);
/// A name, on one line and never empty: control characters are written out.
std::string clean_name(std::string_view name);
/// Up to so many bytes of a text: its head and its tail, and between them how much is missing.
std::string shortened(const std::string& text, std::size_t most);
/// Its first line, shortened.
std::string first_line(const std::string& text, std::size_t most);

struct Entry {
  std::string name;
  Status status = Status::error;
  bool not_run = false;        ///< it is known to exist and has no result; its status is skip
  std::string message{};       ///< why: of several lines
  std::string output{};        ///< what was printed during it
  std::string code{};          ///< of what went wrong with the run itself: "TEST_TIMEOUT"; else empty
  const Case* test = nullptr;  ///< none: it has no result, or isn't a test

  bool bad() const { return status == Status::fail || status == Status::error; }
};
struct Group {
  std::string file;
  std::string name;
  std::optional<double> duration_ms{};  ///< of the suite, or of all its tests together
  std::vector<Entry> entries{};

  /// The name, or else the file; never empty.
  std::string title() const;
};
/// The suites, then what went wrong with the run itself. Of an answer that isn't ok at least one entry is
/// bad.
std::vector<Group> groups_of(const Answer& answer);

/// Nothing but an answer that is ok is a pass.
Verdict verdict_of(const Answer& answer);

/// What the group and the entry are called that tell what went wrong with the run itself.
inline constexpr std::string_view kRunGroup = "proctor";
inline constexpr std::string_view kRunEntry = "(the run)";

/// The tries before the last one: each of them failed. 0: it was run once.
std::size_t failed_tries(const Entry& entry);
/// Where a test stands. The file may be empty.
Location place_of(const Group& group, const Entry& entry);

/// What is said of the run as names and values, such as "proctor.verdict".
std::vector<std::pair<std::string, std::string>> properties_of(const Written& written);

/// "2026-01-31T23:59:59", from milliseconds since 1970.
std::string utc_seconds(std::int64_t milliseconds);

}  // namespace proctor::writers
