#pragma once

#include <string>

namespace greet {

std::string german();
std::string japanese();
std::string party();

}  // namespace greet
