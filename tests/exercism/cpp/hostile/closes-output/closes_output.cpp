// Closes standard output and error.
#include "closes_output.h"

#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    close(1);
    close(2);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
