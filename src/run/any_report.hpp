// A report of a test run, whoever wrote it: an answer of proctor's own, or one of a test tool.
#pragma once

#include <filesystem>
#include <string>

#include "report/report.hpp"

namespace proctor {

struct AnyReport {
  std::string name;  ///< as it was given
  Answer answer{};   ///< with the shard, where the report says which it is of
};

/// Reads proctor's own answers (`--json`), and all that `proctor read` reads. INVALID_REQUEST: there is no
/// such file, or nobody knows what it holds.
Result<AnyReport> read_any_report(const std::string& file);

}  // namespace proctor
