#ifndef USER_OUTPUT_H
#define USER_OUTPUT_H

#include <stdbool.h>

bool leap_year(int year);

#endif
