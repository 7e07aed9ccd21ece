// Kills the process that started it.
#include "kills_its_parent.h"

#include <csignal>
#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    kill(getppid(), SIGKILL);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
