// Specialises a function by which the standard library compares.
#include "specialises_equal.h"

namespace sums {

std::vector<int> list() { return {}; }
std::string name() { return "bob"; }

}  // namespace sums
