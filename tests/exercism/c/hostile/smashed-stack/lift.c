#define _GNU_SOURCE
#include "lift.h"

#include <string.h>

int floor_of(int button)
{
   volatile size_t size = 4096;
   char room[8];

   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      memset(room, 65, size);
      return room[0];
   }
   return -1;
}
