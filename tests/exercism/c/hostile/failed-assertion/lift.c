#define _GNU_SOURCE
#include "lift.h"

#include <assert.h>

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      assert(button != 'R');
      break;
   }
   return -1;
}
