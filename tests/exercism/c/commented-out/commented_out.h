#ifndef COMMENTED_OUT_H
#define COMMENTED_OUT_H

int digits(int number);

#endif
