// The picture of a run that hung, in one sentence.
#pragma once

#include "report/report.hpp"

namespace proctor {

/// An info with the code "hang": "Still alive when time was up: sleep 1000 (pid 4711, waits in
/// hrtimer_nanosleep, 0.00 s of CPU), …". Parents of others are named last, and only some are named. The
/// report goes along.
Diagnostic hang_diagnostic(HangReport report);

}  // namespace proctor
