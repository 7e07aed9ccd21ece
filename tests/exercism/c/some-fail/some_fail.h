#ifndef SOME_FAIL_H
#define SOME_FAIL_H

#include <stdbool.h>

bool leap_year(int year);

#endif
