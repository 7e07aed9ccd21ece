#ifndef NAMES_OF_THE_LIBRARY_H
#define NAMES_OF_THE_LIBRARY_H

int write(int value);
int read(int *value);
int index(int value);

#endif
