#ifndef COMPILER_BY_ITS_PATH_H
#define COMPILER_BY_ITS_PATH_H

int twice(int number);

#endif
