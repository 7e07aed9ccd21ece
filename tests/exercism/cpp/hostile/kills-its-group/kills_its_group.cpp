// Kills all of its process group.
#include "kills_its_group.h"

#include <csignal>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    kill(0, SIGKILL);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
