#include "sum.h"

#include <stdio.h>

int sum(int a, int b)
{
   printf("%d and %d\n", a, b);
   return a + b;
}
