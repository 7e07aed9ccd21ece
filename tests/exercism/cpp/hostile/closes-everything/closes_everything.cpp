// Closes every descriptor.
#include "closes_everything.h"

#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    for (int i = 0; i < 4096; ++i) close(i);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
