// Takes memory without end.
#include "memory.h"

#include <cstring>
#include <new>
#include <vector>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    std::vector<char*> all;
    for (;;) {
        char* const more = new char[std::size_t{64} << 20];
        std::memset(more, x, std::size_t{64} << 20);
        all.push_back(more);
    }
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
