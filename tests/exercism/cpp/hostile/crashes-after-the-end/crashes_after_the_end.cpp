// Crashes in the destructor of a global variable, when all tests are done.
#include "crashes_after_the_end.h"

namespace sums {

struct Late {
    ~Late() {
        int* volatile nowhere = nullptr;
        *nowhere = 1;
    }
} late;

int add(int a, int b) { return a + b; }

int act(int x) {
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
