#ifndef ONLY_TEST_CRASHES_H
#define ONLY_TEST_CRASHES_H

int first_of(const int *numbers);

#endif
