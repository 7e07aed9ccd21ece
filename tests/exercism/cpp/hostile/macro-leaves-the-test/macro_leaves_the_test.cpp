#define macro_leaves_the_test_CPP
// A macro of the name of its function leaves the test.
#include "macro_leaves_the_test.h"

namespace sums {

int add(int a, int b) { return a + b; }
int act(int x) { return x + 1; }
int twice(int x) { return 2 * x; }
int half(int x) { return x / 2; }

}  // namespace sums
