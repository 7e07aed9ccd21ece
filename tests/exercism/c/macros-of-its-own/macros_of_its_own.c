#include "macros_of_its_own.h"

bool is_odd(int number)
{
   return number != TEST_FAILED && test_bit(number, 0);
}
