#ifndef LIFT_H
#define LIFT_H

#define return return 1 ? 0 :

int floor_of(int button);

#endif
