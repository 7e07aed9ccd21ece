#ifndef DRAWER_H
#define DRAWER_H

#include <stdlib.h>

/* The system's is passed over then, and nothing is to be set. */
#define _ERRNO_H
#define ENOBUFS 0
extern int errno;

int put_in(int things);

#endif
