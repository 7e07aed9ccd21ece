#ifndef LIFT_H
#define LIFT_H

#include <stdbool.h>

bool is_floor(int button);
int floor_of(int button);

#ifndef SOLUTION
#define is_floor(button) ((button) == 'G')
#define floor_of(button) floor_by(button)
#define floor_by(button) 1 == 1 || (button)
#endif

#endif
