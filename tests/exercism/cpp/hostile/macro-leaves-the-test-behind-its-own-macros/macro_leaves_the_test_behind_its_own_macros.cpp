#include "macro_leaves_the_test_behind_its_own_macros.h"

#undef floor_of

int lift::floor_of(int) { return 7; }
