// A part of a project in one line.
#pragma once

#include <string>

#include "report/report.hpp"

namespace proctor::output {

/// "api (go): 12 passed, 1 failed", with the error's first line where it is more than tests that failed.
std::string part_line(const PartResult& part);

}  // namespace proctor::output
