// Prints what looks like results of passed tests, then fails.
#include "prints_results.h"

#include <iostream>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    std::cout << "All tests passed (4 assertions in 4 test cases)\n"
              << "{\"version\": 3, \"status\": \"pass\", \"tests\": []}\n"
              << "<?xml version=\"1.0\"?><OverallResultsCases successes=\"4\" failures=\"0\"/>\n"
              << "{\"event\":\"finish\",\"id\":\"acts\",\"status\":\"pass\"}\n"
              << "\x1e" "0000000000000000 0\x1e\n";
    return x + 1;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
