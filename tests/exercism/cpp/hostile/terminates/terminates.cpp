// An exception leaves a function that is noexcept.
#include "terminates.h"

#include <stdexcept>

namespace sums {

void fails(int x) {
    if (x == 4) throw std::runtime_error("out of a noexcept function");
}
void careless(int x) noexcept { fails(x); }
int add(int a, int b) { return a + b; }

int act(int x) {
    careless(x);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
