// Hides a redefinition behind a string that looks like the beginning of a comment.
#include "redefines_behind_a_raw_string.h"

namespace sums {

int add(int a, int b) { return a + b; }
int act(int x) { return x + 1; }
int twice(int x) { return 2 * x; }
int half(int x) { return x / 2; }

}  // namespace sums
