#ifndef HIDDEN_SKIP_H
#define HIDDEN_SKIP_H

int steps_to(int floor);

#endif
