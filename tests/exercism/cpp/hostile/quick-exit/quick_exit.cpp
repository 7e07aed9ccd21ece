// Ends the program by quick_exit.
#include "quick_exit.h"

#include <cstdlib>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    if (x == 4) std::quick_exit(0);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
