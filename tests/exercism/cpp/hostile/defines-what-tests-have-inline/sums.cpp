#include "sums.h"

namespace sums {

int sum_of(int, int) { return 0; }

}  // namespace sums

bool same(int, int) { return true; }
