#include "lift.h"
int floor_of(int button) { for (;;) (void)button; }
