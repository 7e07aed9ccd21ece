#include "lift.h"

int nothing = 0;
