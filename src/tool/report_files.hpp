// Report files that a command wrote, beside what it printed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "format/output_evidence.hpp"

namespace proctor::tool {

struct FoundReport {
  std::string file;  ///< relative to the workdir where it is below it
  format::Evidence evidence;
};

/// Looks at the files of `configured` ([tools.test] reports) and at the JSON files that stand right in the
/// workdir, as far as they were written since `begin`; bounded in number (100) and size (64 MiB each). Gives
/// back those that are the report of a known framework or show a failure.
std::vector<FoundReport> read_report_files(const std::filesystem::path& workdir,
                                           const std::vector<std::filesystem::path>& configured,
                                           std::filesystem::file_time_type begin);

}  // namespace proctor::tool
