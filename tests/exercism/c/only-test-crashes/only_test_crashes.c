#include "only_test_crashes.h"
#include <stddef.h>

int first_of(const int *numbers)
{
   numbers = NULL;
   return numbers[0];
}
