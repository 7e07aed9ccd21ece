#ifndef PARAMETERS_H
#define PARAMETERS_H

int square(int n);

#endif
