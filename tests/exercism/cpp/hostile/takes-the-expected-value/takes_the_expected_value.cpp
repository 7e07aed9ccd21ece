#define takes_the_expected_value_CPP
// A macro of the name of its function takes what the test expects.
#include "takes_the_expected_value.h"

namespace sums {

int add(int a, int b) { return a + b; }
int act(int x) { return x + 1; }
int twice(int x) { return 2 * x; }
int half(int x) { return x / 2; }

}  // namespace sums
