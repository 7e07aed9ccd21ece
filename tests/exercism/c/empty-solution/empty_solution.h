#ifndef EMPTY_SOLUTION_H
#define EMPTY_SOLUTION_H

#include <stdbool.h>

bool leap_year(int year);

#endif
