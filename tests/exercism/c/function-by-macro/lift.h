#ifndef LIFT_H
#define LIFT_H

int lift_floor_of(int button);
#define floor_of(button) lift_floor_of(button)

#endif
