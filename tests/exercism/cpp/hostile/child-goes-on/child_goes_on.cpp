// Forks, and the child goes on with the tests.
#include "child_goes_on.h"

#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    fork();
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
