#include "base/newlines.hpp"

#include <algorithm>

namespace proctor {

std::size_t count_newlines(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace proctor
