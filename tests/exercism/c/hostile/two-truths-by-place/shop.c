#include "shop.h"

bool is_open(int hour)
{
   (void)hour;
   return true;
}
