#ifndef LIFT_H
#define LIFT_H

const char *floor_of(int button);

#endif
