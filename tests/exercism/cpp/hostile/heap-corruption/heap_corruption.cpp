// Frees the same memory twice.
#include "heap_corruption.h"

#include <cstdlib>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    void* volatile memory = std::malloc(100);
    std::free(memory);
    void* volatile again = memory;
    std::free(again);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
