#pragma once

#include <string>
#include <vector>

namespace sums {

std::vector<int> list();
std::string name();

}  // namespace sums
