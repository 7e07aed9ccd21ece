#include "lift.h"

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      return 13;
   }
   return -1;
}
