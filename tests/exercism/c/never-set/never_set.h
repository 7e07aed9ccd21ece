#ifndef NEVER_SET_H
#define NEVER_SET_H

int sum_of(const int *numbers, int count);

#endif
