#include "sections.h"

int nums::half(int n) { return n / 2; }
