// Redefines what Catch2 has written another macro with, and no test uses by itself.
#include "redefines_behind_a_scenario.h"
namespace sums {
int of(int x) { return x; }
}  // namespace sums
