#include "static_and_early.h"

int lift::floor_of(int) { return 7; }

using function = int (*)();
static int nothing() { return 0; }
extern "C" function choose() { return nothing; }
extern "C" int chosen() __attribute__((ifunc("choose")));
int lift_chosen() { return chosen(); }
