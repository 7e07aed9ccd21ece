#include "tests_that_leave.h"

int half(int number)
{
   return number / 2;
}
