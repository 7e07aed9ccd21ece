// Gives wrong answers, and crashes or ends the program behind them.
#include "fails_before_it_crashes.h"

#include <cstdlib>
#include <iostream>

namespace sums {

int add(int a, int b) { return a - b; }

int act(int x) {
    if (x == 4) std::exit(0);
    return x;
}

std::vector<int>* list(int) {
    std::cerr << "no list\n";
    return nullptr;
}

}  // namespace sums
