// Reads coverage reports: LCOV tracefiles (the `geninfo` manual page has the format), and the summary table
// of `forge coverage`, which knows statements where LCOV has none.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace proctor::format {

/// One entry a source file, by name. Lines that aren't understood are passed over. Where the totals (LF, BRF
/// …) are missing they are counted from the single records.
std::vector<CoverageFile> read_lcov(std::string_view text);

/// The file that `go test -coverprofile` writes, which knows statements. Files are named by their import path
/// there, of which the end is one below `root`.
std::vector<CoverageFile> read_go_coverage(std::string_view text, const std::filesystem::path& root);

/// Fills in statements from rows such as "| src/A.sol | 100.00% (3/3) | 80.00% (4/5) | … |", whose columns
/// are file, lines, statements, branches, functions.
void add_statements(std::string_view table, std::vector<CoverageFile>& files);

}  // namespace proctor::format
