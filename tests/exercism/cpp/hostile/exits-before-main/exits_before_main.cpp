// Ends the program while its global variables are made.
#include "exits_before_main.h"

#include <cstdlib>

namespace sums {

struct Early {
    Early() { std::exit(0); }
} early;

int add(int a, int b) { return a + b; }

int act(int x) {
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
