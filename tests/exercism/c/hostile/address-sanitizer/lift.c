#include "lift.h"

#include <stdlib.h>

int floor_of(int button)
{
   int *floors = malloc(2 * sizeof *floors);
   floors[0] = 0;
   floors[1] = 1;
   int floor = button == 'G' ? floors[0] : button == '1' ? floors[1] : button == 'R' ? floors[2] : -1;
   free(floors);
   return floor;
}
