#include "several_sources.h"

#include "sum.h"

int total(int a, int b, int c)
{
   return sum(a, sum(b, c));
}
