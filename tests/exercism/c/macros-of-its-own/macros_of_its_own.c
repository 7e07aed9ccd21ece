#include "macros_of_its_own.h"

bool is_odd(int number)
{
   return number != TEST_FAILED && test_bit(number, 0);
}

int length_of(const chain_t *chain)
{
   return chain->length;
}

const char *label_of(int minutes, label_t *label)
{
   if (minutes < 0) return NO_MINUTES;
   snprintf(label->text, LONGEST, "%02d:%02d", min(minutes / 60, 23), minutes % 60);
   return label->text;
}
