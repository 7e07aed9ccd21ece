#ifndef ALL_PASS_H
#define ALL_PASS_H

#include <stdbool.h>

bool leap_year(int year);

#endif
