// Sleeps, and blocks every signal.
#include "sleep_ignoring_signals.h"

#include <csignal>
#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    for (int i = 0; i < 3600; ++i) sleep(1);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
