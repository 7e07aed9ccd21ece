#include "names_without_test.h"

size_t lamps_on(const int *lamps, size_t count)
{
   size_t on = 0;

   for (size_t i = 0; i < count; i++)
      on += lamps[i] == 1;
   return on;
}
