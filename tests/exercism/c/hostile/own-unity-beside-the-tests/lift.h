#ifndef LIFT_H
#define LIFT_H

#include <stdbool.h>

bool is_floor(int button);
int floor_of(int button);

#endif
