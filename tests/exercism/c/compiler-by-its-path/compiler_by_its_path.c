#include "compiler_by_its_path.h"

int twice(int number)
{
   return 2 * number;
}
