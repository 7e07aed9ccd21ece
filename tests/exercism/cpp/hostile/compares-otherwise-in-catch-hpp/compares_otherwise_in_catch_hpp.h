#pragma once

#include <string>
#include <vector>
#include "test/catch.hpp"

namespace sums {

std::vector<int> list();
std::string name();

}  // namespace sums
