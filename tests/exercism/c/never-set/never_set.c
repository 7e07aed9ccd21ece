#include "never_set.h"

// The sum has no value in the beginning: where it lies there may be a zero by chance.
int sum_of(const int *numbers, int count)
{
   int sum;
   for (int i = 0; i < count; i++) sum += numbers[i];
   return sum;
}
