// Throws what isn't an exception.
#include "throws_an_int.h"

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    if (x == 4) throw 42;
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
