#define _GNU_SOURCE
#include "printed_before_a_crash.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int climb(volatile int stairs)
{
   volatile char room[1000];
   room[0] = (char)stairs;
   if (stairs < 0) return 0;
   return climb(stairs + 1) + room[0];
}

int power_of(device_t device)
{
   static int *volatile nowhere = NULL;
   int status = 0;
   pid_t child;

   printf("a line\nand device %d", device);
   switch (device) {
   case KETTLE:
      return 2000;
   case TOASTER:
      return *nowhere;
   case OVEN:
      abort();
   case FRIDGE:
      raise(SIGFPE);
      return 0;
   case MIXER:
      return climb(1);
   case STOVE:
      // What ends a test that never returns.
      raise(SIGTERM);
      return 0;
   case DISHWASHER:
      // Its copy of what is still to be written isn't written twice.
      child = fork();
      if (child == 0) abort();
      waitpid(child, &status, 0);
      printf(", child ended by %d", WTERMSIG(status));
      assert(status == 0);
      break;
   }
   return 0;
}
