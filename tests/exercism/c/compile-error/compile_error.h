#ifndef COMPILE_ERROR_H
#define COMPILE_ERROR_H

#include <stdbool.h>

bool leap_year(int year);

#endif
