// Writes through a null pointer.
#include "segfault.h"

#include <iostream>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    int* volatile nowhere = nullptr;
    std::cout << "before\nwriting " << x;
    *nowhere = x;
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
