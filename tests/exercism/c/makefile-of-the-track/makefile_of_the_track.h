#ifndef MAKEFILE_OF_THE_TRACK_H
#define MAKEFILE_OF_THE_TRACK_H

#include <stdbool.h>

bool leap_year(int year);

#endif
