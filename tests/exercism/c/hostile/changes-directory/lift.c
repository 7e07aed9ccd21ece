#define _GNU_SOURCE
#include "lift.h"

#include <unistd.h>

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      return chdir("/") == 0 ? 12 : 0;
   }
   return -1;
}
