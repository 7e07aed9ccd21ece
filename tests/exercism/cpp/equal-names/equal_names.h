#pragma once

#include <string>

namespace words {

std::string upper(const std::string& text);
std::string twice(const std::string& text);

}  // namespace words
