#include "drawer.h"

int errno;

int put_in(int things)
{
   return things > 10 ? EXIT_FAILURE : EXIT_SUCCESS;
}
