// Throws while its global variables are made.
#include "throws_before_main.h"

#include <stdexcept>

namespace sums {

int thrower() { throw std::runtime_error("thrown before any test"); }
int made = thrower();

int add(int a, int b) { return a + b; }

int act(int x) {
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
