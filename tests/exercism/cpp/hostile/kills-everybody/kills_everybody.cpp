// Kills every process that it may (only its own may be there: run it in a sandbox).
#include "kills_everybody.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    // Without a pid namespace of its own it contents itself with its group.
    if (getpid() < 100)
        kill(-1, SIGKILL);
    else
        kill(0, SIGKILL);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
