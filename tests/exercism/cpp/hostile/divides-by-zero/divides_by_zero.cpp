// Divides an integer by zero.
#include "divides_by_zero.h"

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    volatile int nothing = 0;
    return x / nothing;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
