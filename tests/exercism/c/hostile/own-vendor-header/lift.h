#ifndef LIFT_H
#define LIFT_H

#include "vendor/unity.h"
int floor_of(int button);

#endif
