// Prints 4 MiB to standard output, then returns.
#include "floods_much.h"

#include <iostream>
#include <string>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    const std::string block(1 << 20, 'x');
    for (int i = 0; i < 4; ++i) std::cout << block << "\n";
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
