#ifndef COMPILER_FOR_A_TARGET_H
#define COMPILER_FOR_A_TARGET_H

int twice(int number);

#endif
