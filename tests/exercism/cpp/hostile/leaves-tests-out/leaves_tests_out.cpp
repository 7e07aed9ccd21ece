#include "leaves_tests_out.h"

namespace sums {

int add(int, int) { return 0; }
int act(int) { return 0; }
int twice(int) { return 0; }
int half(int) { return 0; }

}  // namespace sums
