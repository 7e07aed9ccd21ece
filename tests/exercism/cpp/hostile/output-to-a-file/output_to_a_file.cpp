// Points its standard output to a file.
#include "output_to_a_file.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    const int file = open("/dev/null", O_WRONLY);
    dup2(file, 1);
    dup2(file, 2);
    std::puts("unseen");
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
