// Starts a daemon that holds on to the output for an hour.
#include "daemon.h"

#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    if (fork() == 0) {
        setsid();
        if (fork() != 0) _exit(0);
        sleep(3600);
        _exit(0);
    }
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
