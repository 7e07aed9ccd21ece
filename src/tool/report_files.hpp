// Report files that a command wrote, beside what it printed.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "format/output_evidence.hpp"

namespace proctor::tool {

struct FoundReport {
  std::string file;  ///< relative to the workdir where it is below it
  format::Evidence evidence;
};

struct FoundReports {
  std::vector<FoundReport> reports{};  ///< that are of a known framework or show a failure
  std::size_t left_out = 0;            ///< files that there was no room for
};

/// Looks at the files of `configured` ([tools.test] reports) and at the JSON and XML files that stand right
/// in the workdir; bounded in number (1000) and size (64 MiB each, 256 MiB together), for the command's time
/// limit doesn't count any more: the small ones first, which reports are.
///
/// Made before the command runs, it remembers what is there: a file counts if the command made or changed it.
/// No clock has a say in that, so a file that was written a moment before doesn't count, and one whose time
/// was set back does.
class ReportFiles {
 public:
  ReportFiles(std::filesystem::path workdir, const std::vector<std::filesystem::path>& configured);

  FoundReports read(const format::OutputEvidence::LineMask& mask) const;

 private:
  // A content that was moved to another name is no new one.
  using State = std::tuple<dev_t, ino_t, off_t, time_t, long>;
  static State state_of(const struct stat& status);
  std::set<std::filesystem::path> candidates() const;

  std::filesystem::path workdir_;
  std::vector<std::filesystem::path> configured_;
  std::set<State> before_{};
};

}  // namespace proctor::tool
