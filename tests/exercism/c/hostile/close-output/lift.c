#define _GNU_SOURCE
#include "lift.h"

#include <stdio.h>
#include <unistd.h>

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      fclose(stdout);
      close(1);
      close(2);
      return 12;
   }
   return -1;
}
