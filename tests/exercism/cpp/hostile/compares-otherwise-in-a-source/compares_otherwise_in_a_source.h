#pragma once

#include <string>
#include <vector>

namespace lift {

int floor_of(int button);
std::vector<int> floors();

}  // namespace lift
