#include "lift.h"

int floor_of(int button)
{
   return button == 'G' ? 0 : -1;
}
