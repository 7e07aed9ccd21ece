#ifndef OUTPUT_LIMIT_H
#define OUTPUT_LIMIT_H

#include <stdbool.h>

bool leap_year(int year);

#endif
