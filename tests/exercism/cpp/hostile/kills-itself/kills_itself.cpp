// Kills its own process.
#include "kills_itself.h"

#include <csignal>
#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    kill(getpid(), SIGKILL);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
