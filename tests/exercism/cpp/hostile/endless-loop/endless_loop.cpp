// Never returns.
#include "endless_loop.h"

#include <iostream>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    volatile int n = x;
    std::cout << "I am here";
    while (n == n) {
    }
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
