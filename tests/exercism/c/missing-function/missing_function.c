#include "missing_function.h"

bool is_leap(int year);

bool is_leap(int year)
{
   return year % 4 == 0;
}
