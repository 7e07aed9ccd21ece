#include "skips_under_conditions.h"

int value(void)
{
   return 2;
}
