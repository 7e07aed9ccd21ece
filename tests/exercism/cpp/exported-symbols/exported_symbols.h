#pragma once

#include <string>
#include <vector>

namespace exported {

std::vector<std::string> names();

}  // namespace exported
