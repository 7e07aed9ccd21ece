#ifndef ALL_FAIL_H
#define ALL_FAIL_H

#include <stdbool.h>

bool leap_year(int year);

#endif
