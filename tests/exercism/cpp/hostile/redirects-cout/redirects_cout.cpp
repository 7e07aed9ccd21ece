// Leaves std::cout with a buffer that is gone, and with an error.
#include "redirects_cout.h"

#include <iostream>
#include <sstream>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    std::ostringstream text;
    std::cout.rdbuf(text.rdbuf());
    std::cout << "unseen";
    std::cout.setstate(std::ios::failbit);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
