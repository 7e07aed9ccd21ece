// The picture of a run that hung, in one sentence.
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace proctor {

/// An info with the code "hang": "Still alive when it was stopped: sleep 1000 (pid 4711, waits in
/// hrtimer_nanosleep, 0.00 s of CPU), …". Parents of others are named last, and only some are named. The
/// report goes along; in its stacks the frames of the code below `root` come first.
Diagnostic hang_diagnostic(HangReport report, const std::string& root = {});

/// Begins the stacks where some frames are those of the code below `root`.
inline constexpr std::string_view kOwnFrames = "In the project's code:\n";

}  // namespace proctor
