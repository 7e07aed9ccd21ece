// Prints for ever to standard error.
#include "floods_errors.h"

#include <cstdio>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    for (volatile int n = x; n == n;) std::fputs("a line of a flood, and there are more of them\n", stderr);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
