#include "commented_out.h"

int digits(int number)
{
   int n = 1;

   while (number /= 10)
      n++;
   return n;
}
