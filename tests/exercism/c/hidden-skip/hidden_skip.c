#include "hidden_skip.h"

int steps_to(int floor)
{
   return floor < 3 ? floor * 12 : 0;
}
