#include "unknown_name.h"

namespace sums {

int add(int a, int b) { return a + b; }

}  // namespace sums
