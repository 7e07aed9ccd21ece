// Report files that a command wrote, beside what it printed.
#pragma once

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "format/output_evidence.hpp"

namespace proctor::command {

struct FoundReport {
  std::string file;  ///< relative to the workdir where it is below it
  format::Evidence evidence;
};

struct FoundReports {
  std::vector<FoundReport> reports{};  ///< that are of a known framework, or say that tests failed or passed
  std::size_t left_out = 0;            ///< files that there was no room for
  std::vector<std::string> unread{};   ///< reports of which the end wasn't reached in time
  bool unlisted = false;               ///< the workdir has more entries than are looked at
};

/// The report files that a shell command names, by their endings ("pytest --junitxml=out/r.xml | tail").
std::vector<std::filesystem::path> report_files_in(std::string_view command);

/// Looks at the files of `configured` ([tools.test] reports), at those of `named` (by the command), and at
/// the JSON, XML, TRX and TAP files that stand right in the workdir, and at CTest's log in the workdir, in
/// `build` and `out/build`, or in a directory of those: of a program that ended within a test of GoogleTest's
/// or doctest's ctest prints "Passed", so the log is evidence against that. What has a reader
/// (format/reader.hpp) is read by that, other text by the words in it. Bounded in number (1000) and size (64
/// MiB each, 256 MiB together), for the command's time limit doesn't count any more: the small ones first,
/// which reports are. Larger and further ones that are configured, or that begin as a report does, are read
/// as long as there is time: what their ends say matters. A report that isn't read to its end is evidence of
/// a report that is cut off, and so is a workdir that the command filled with more entries than are looked
/// at.
///
/// Made before the command runs, it remembers what is there: a file counts if the command made or changed it.
/// No clock has a say in that, so a file that was written a moment before doesn't count, and one whose time
/// was set back does.
class ReportFiles {
 public:
  static constexpr std::size_t kMostEntries = 100'000;  // of the workdir that are looked at

  ReportFiles(std::filesystem::path workdir, std::vector<std::filesystem::path> configured,
              std::vector<std::filesystem::path> named = {}, std::size_t most_entries = kMostEntries);

  /// `time` is for the larger and further ones together.
  FoundReports read(const format::OutputEvidence::LineMask& mask,
                    std::chrono::milliseconds time = std::chrono::seconds(10)) const;

 private:
  // A content that was moved to another name is no new one.
  using State = std::tuple<dev_t, ino_t, off_t, time_t, long>;
  static State state_of(const struct stat& status);
  struct Candidates {
    std::set<std::filesystem::path> files{};
    bool all = true;
  };
  Candidates candidates() const;

  std::filesystem::path workdir_;
  std::vector<std::filesystem::path> configured_;
  std::vector<std::filesystem::path> named_;
  std::size_t most_entries_;
  std::set<State> before_{};
  bool all_before_ = true;
};

}  // namespace proctor::command
