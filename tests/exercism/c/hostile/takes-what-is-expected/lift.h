#ifndef LIFT_H
#define LIFT_H

extern int nothing;
#define floor_of(button) (expected)

#endif
