// Replaces itself by another program.
#include "other_program.h"

#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    execl("/bin/true", "true", static_cast<char*>(nullptr));
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
