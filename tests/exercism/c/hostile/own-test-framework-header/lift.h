#ifndef LIFT_H
#define LIFT_H

#include "test-framework/unity.h"
#include "test-framework/more.h"
int floor_of(int button);

#endif
