#include "warning.h"

bool leap_year(int year)
{
   int unused;
   return year % 4 == 0;
}
