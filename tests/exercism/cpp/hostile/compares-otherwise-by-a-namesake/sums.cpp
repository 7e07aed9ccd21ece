#include "sums.h"

namespace sums {

std::set<std::string> squares() { return {"one"}; }

}  // namespace sums
