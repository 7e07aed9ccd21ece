#include "lift.h"

#include <stddef.h>

int floor_of(int button)
{
   int *volatile nowhere = NULL;

   return button < 40 ? *nowhere : button;
}
