#include "lift.h"
#include "test-framework/unity.h"

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      TEST_ABORT();
   }
   return -1;
}
