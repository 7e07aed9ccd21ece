#pragma once

#include <stdexcept>
#include <string>

namespace letters {

char at(const std::string& text, unsigned place);

}  // namespace letters
