#ifndef MACROS_OF_ITS_OWN_H
#define MACROS_OF_ITS_OWN_H

#include <stdbool.h>

// Names that begin as those of tests do, and that no test uses.
#define test_bit(value, bit) (((value) >> (bit)) & 1)
#define TEST_FAILED (-1)

// A type, where a test has a variable that is called as its tag.
#define chain_t struct chain
chain_t {
   int length;
};

int length_of(const chain_t *chain);
bool is_odd(int number);

#endif
