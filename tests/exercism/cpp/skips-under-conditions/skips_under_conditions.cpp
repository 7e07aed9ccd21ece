#include "skips_under_conditions.h"

int value() { return 2; }
