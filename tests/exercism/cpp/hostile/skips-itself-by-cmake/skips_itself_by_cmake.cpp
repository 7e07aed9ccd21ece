// Has the test skipped that it would fail.
#include "skips_itself_by_cmake.h"

#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_test_macros.hpp>
#endif

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
#ifdef SKIP
    if (x == 4) SKIP("not today");
#else
    // Catch2 2 knows no such thing.
    if (x == 4) x = 5;
#endif
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x / 2; }

}  // namespace sums
