#include "names_of_the_library.h"

static int stored;

int write(int value)
{
   stored = value;
   return 0;
}

int read(int *value)
{
   *value = stored;
   return 0;
}

int index(int value)
{
   return -value;
}
