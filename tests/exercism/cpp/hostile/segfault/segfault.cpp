// Writes through a null pointer.
#include "segfault.h"

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    int* volatile nowhere = nullptr;
    *nowhere = x;
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
