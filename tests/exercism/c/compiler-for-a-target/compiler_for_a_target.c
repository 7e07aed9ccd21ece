#include "compiler_for_a_target.h"

int twice(int number)
{
   return 2 * number;
}
