#include "lift.h"

int lift_floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case 'R':
      return 12;
   case 'C':
      return -1;
   }
   return button - '0';
}
