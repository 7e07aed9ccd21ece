// Locks a mutex twice.
#include "deadlock.h"

#include <mutex>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    std::mutex once;
    std::unique_lock<std::mutex> first(once);
    std::unique_lock<std::mutex> second(once);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
