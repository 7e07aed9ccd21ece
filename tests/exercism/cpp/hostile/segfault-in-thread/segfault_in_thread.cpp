// Writes through a null pointer in another thread.
#include "segfault_in_thread.h"

#include <thread>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    std::thread other([x] {
        int* volatile nowhere = nullptr;
        *nowhere = x;
    });
    other.join();
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
