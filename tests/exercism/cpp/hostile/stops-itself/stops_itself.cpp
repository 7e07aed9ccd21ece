// Stops its own process, as ctrl-Z does.
#include "stops_itself.h"

#include <csignal>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    raise(SIGSTOP);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
