#include "missing_declaration.h"

#include <stdbool.h>

bool leap_year(int year)
{
   return year % 4 == 0;
}
