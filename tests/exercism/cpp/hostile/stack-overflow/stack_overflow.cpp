// Calls itself without end.
#include "stack_overflow.h"

namespace sums {

volatile int always = 1;
int deeper(int x) {
    volatile int room[256] = {x};
    return always != 0 ? deeper(x + 1) + room[0] : x;
}
int add(int a, int b) { return a + b; }

int act(int x) {
    return deeper(x) - x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
