#ifndef LIFT_H
#define LIFT_H

#include <stdbool.h>
#ifndef true
#define true 1
#define false 0
#endif
#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#define CHECK(x) do { if (!(x)) return -1; } while (0)
#define expected_floor 3
#define FLOOR(b) \
   ((b) - '0')
int floor_of(int button);

#endif
