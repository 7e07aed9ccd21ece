// Forks, and only the child gives a wrong answer.
#include "child_fails.h"

#include <sys/wait.h>
#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    const int child = fork();
    if (child == 0) return x + 1;
    waitpid(child, nullptr, 0);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
