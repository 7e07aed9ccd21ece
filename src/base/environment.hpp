// The environment of this process.
#pragma once

#include <string>
#include <vector>

namespace proctor {

/// NAME=value each, as this process has them.
std::vector<std::string> own_environment();

}  // namespace proctor
