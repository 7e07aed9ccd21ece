#ifndef BOOLEANS_OF_ITS_OWN_H
#define BOOLEANS_OF_ITS_OWN_H

// As programs had it before stdbool.h.
typedef enum { FALSE, TRUE } bool;
#define true TRUE
#define false FALSE

bool is_open(int hour);

#endif
