// Prints on both streams in turn, with a pause that lets a reader see the order: out 0, err 0, out 1, err 1,
// …
#include "victim.h"

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 3;
  for (int i = 0; i < count; ++i) {
    dprintf(1, "out %d\n", i);
    usleep(20000);
    dprintf(2, "err %d\n", i);
    usleep(20000);
  }
  return 0;
}
