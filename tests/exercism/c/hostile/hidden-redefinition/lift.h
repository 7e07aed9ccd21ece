#ifndef LIFT_H
#define LIFT_H

#include "extra.txt"

int floor_of(int button);

#endif
