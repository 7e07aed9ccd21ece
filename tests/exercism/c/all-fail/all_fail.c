#include "all_fail.h"

bool leap_year(int year)
{
   return year % 4 != 0;
}
