#include "messages.h"

const char *greeting(void)
{
   return "Hi";
}

double half(double n)
{
   return n / 3;
}

void count(int *numbers)
{
   for (int i = 0; i < 3; i++)
      numbers[i] = i;
}
