#include "sanitizer.h"

int doubled(int n)
{
   return n + n;
}
