// Prints for ever to standard output.
#include "floods_output.h"

#include <cstdio>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    for (volatile int n = x; n == n;) std::puts("a line of a flood, and there are more of them");
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
