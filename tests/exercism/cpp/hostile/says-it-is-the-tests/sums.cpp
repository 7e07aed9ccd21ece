#define SUMS_CPP
#include "sums.h"

namespace sums {

int sum_of(int, int) { return 0; }

}  // namespace sums
