// Ends what a supervisor that was itself killed has left running.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace proctor::supervise {

/// Kills every process whose environment says that it belongs to the run with this tag (RunOptions::tag), and
/// says which these were. Only for runs whose supervisor is gone: a living one cleans up after itself.
/// A process that had its environment cleared isn't found.
std::vector<LeftBehind> end_tagged(const std::string& tag);

}  // namespace proctor::supervise
