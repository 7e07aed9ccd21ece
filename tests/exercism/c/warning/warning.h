#ifndef WARNING_H
#define WARNING_H

#include <stdbool.h>

bool leap_year(int year);

#endif
