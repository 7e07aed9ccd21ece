#define _GNU_SOURCE
#include "lift.h"

#pragma GCC diagnostic ignored "-Winfinite-recursion"
static int deep(int n)
{
   volatile char room[4096];

   room[0] = (char)n;
   return deep(n + 1) + room[0];
}

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      return deep(button);
   }
   return -1;
}
