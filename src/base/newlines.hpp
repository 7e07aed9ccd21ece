// Counts lines at the speed at which they come.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor {

std::size_t count_newlines(std::string_view text);

}  // namespace proctor
