#pragma once

#include <string>

namespace lift {

std::string name();

}  // namespace lift
