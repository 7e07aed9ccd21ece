#include "booleans_of_its_own.h"

bool is_open(int hour)
{
   return hour >= 9 && hour < 18 ? true : false;
}
