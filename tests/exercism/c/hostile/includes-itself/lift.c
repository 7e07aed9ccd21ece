#include "lift.h"
#include "lift.c"
