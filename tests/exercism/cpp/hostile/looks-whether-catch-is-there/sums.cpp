#include "sums.h"

namespace sums {

std::string name() { return "nobody"; }

}  // namespace sums
