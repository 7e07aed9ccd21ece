// Redefines an assertion in a file that isn't called like a header.
#include "redefines_in_a_strange_file_by_cmake.h"

namespace sums {

int add(int a, int b) { return a + b; }
int act(int x) { return x + 1; }
int twice(int x) { return 2 * x; }
int half(int x) { return x / 2; }

}  // namespace sums
