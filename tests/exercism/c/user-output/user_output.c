#include "user_output.h"

#include <stdio.h>

bool leap_year(int year)
{
   if (year == 2015)
      printf("the year %d\nisn't one\n", year);
   else if (year == 1996)
      fprintf(stderr, "the year %d\n", year);
   else
      printf("%s without an end", "a line");
   return year % 4 == 0;
}
