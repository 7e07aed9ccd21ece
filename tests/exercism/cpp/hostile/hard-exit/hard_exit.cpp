// Ends the program without any destructor.
#include "hard_exit.h"

#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    if (x == 4) _exit(0);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
