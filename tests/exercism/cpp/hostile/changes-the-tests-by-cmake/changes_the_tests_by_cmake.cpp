#include "changes_the_tests_by_cmake.h"

int lift::floor_of(int) { return 7; }
