#include "macros_of_its_own.h"

bool is_odd(int number)
{
   return number != TEST_FAILED && test_bit(number, 0);
}

int length_of(const chain_t *chain)
{
   return chain->length;
}
