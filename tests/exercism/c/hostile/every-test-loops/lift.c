#include "lift.h"

int floor_of(int button)
{
   volatile int floor = button;

   while (floor > 0)
      floor |= 1;
   return floor;
}
