#include "missing_function_by_cmake.h"

int volume(int a, int b, int c) { return a * b * c; }
