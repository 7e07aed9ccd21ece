// What is new since the last complete run, in words.
#pragma once

#include <string>

#include "report/report.hpp"

namespace proctor::output {

/// "since run 7f3a, 2 h ago: 2 new failures, 1 fixed, 3 tests gone: a, b, c". Empty if nothing has changed
/// and nothing fails.
std::string since_line(const SinceLast& since);

/// " (new)", " (flaky)", " (new, flaky)" or nothing: to stand behind the name of a test that failed.
std::string failure_mark(const Case& test);

}  // namespace proctor::output
