// The assembler gives another name to what the tests call.
#include "assembler_renames.h"

namespace sums {

int add(int a, int b) { return a + b; }
int act(int x) { return x + 1; }
int twice(int x) { return 2 * x; }
int half(int x) { return x / 2; }

}  // namespace sums

extern "C" void check() {}
