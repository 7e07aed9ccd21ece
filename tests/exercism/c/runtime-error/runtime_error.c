#include "runtime_error.h"

#include <stddef.h>
#include <stdio.h>

bool leap_year(int year)
{
   int *nowhere = NULL;

   printf("looking at %d\n", year);
   if (year == 1996)
      *nowhere = year;
   return year % 400 == 0;
}
