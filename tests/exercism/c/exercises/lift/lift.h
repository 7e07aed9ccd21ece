#ifndef LIFT_H
#define LIFT_H

int floor_of(int button);

#endif
