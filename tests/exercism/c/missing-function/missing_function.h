#ifndef MISSING_FUNCTION_H
#define MISSING_FUNCTION_H

#include <stdbool.h>

bool leap_year(int year);

#endif
