#include "running_order.h"

int twice(int n)
{
   return n * 2;
}
