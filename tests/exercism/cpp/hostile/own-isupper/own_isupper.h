#pragma once

#include <string>

namespace lift {

std::string name();

}  // namespace lift

inline bool isupper(char) { return true; }
