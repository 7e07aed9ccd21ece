#include "makefile_of_the_track.h"

bool leap_year(int year)
{
   return year % 4 == 0
}
