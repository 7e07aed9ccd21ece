// honest
#include "specialised_hash.h"

namespace sums {

std::vector<int> list() { return {1, 2, 3}; }
std::string name() { return "ann"; }

}  // namespace sums
