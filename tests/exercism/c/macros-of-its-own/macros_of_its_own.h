#ifndef MACROS_OF_ITS_OWN_H
#define MACROS_OF_ITS_OWN_H

#include <stdbool.h>
#undef true
#define true ((bool)1)
#include <stdio.h>

// Types from before stdint.h, and what runs all tests at once.
#define uint8_t unsigned char
#define size_t unsigned long
#undef TEST_IGNORE
#define TEST_IGNORE() (void)0

// Names of the system's that no test uses.
#undef BUFSIZ
#define BUFSIZ 100
#undef EOF

// Names that begin as those of tests do, and that no test uses.
#define test_bit(value, bit) (((value) >> (bit)) & 1)
#define TEST_FAILED (-1)

// Macros with parameters, called as a variable and a member of the tests.
#define min(a, b) ((a) < (b) ? (a) : (b))
#define text(word) puts(word); fflush(stdout)

// Texts that look like what a macro could be made of.
#define NO_MINUTES "ERROR"
#define LONGEST sizeof("##:##")

// A type, where a test has a variable that is called as its tag.
#define chain_t struct chain
chain_t {
   int length;
};

typedef struct {
   char text[LONGEST];
} label_t;

const char *label_of(int min, label_t *label);
int length_of(const chain_t *chain);
bool is_odd(int number);

#endif
