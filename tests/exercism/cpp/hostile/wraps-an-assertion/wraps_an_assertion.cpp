#include "wraps_an_assertion.h"

int lift::floor_of(int) { return 7; }

extern "C" void __wrap__ZN5Catch16AssertionHandler10handleExprERKNS_20ITransientExpressionE(void*, const void*) {}
