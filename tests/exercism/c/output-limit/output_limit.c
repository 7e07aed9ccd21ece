#include "output_limit.h"

#include <stdio.h>

static void repeat(const char *text, int times)
{
   while (times-- > 0)
      fputs(text, stdout);
}

bool leap_year(int year)
{
   if (year == 2015)
      repeat("0123456789", 50);
   else if (year == 1996)
      repeat("0123456789", 51);
   else
      repeat("\xC3\xBC", 501);
   return year % 4 == 0;
}
