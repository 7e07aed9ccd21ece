#define _GNU_SOURCE
#include "lift.h"

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 1;
   case 'R':
      return 12;
   }
   return -1;
}
