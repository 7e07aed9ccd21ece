#include "lift.h"

#include <stdlib.h>

__attribute__((constructor)) static void leave(void)
{
   abort();
}

int floor_of(int button)
{
   return button;
}
