#ifndef MESSAGES_H
#define MESSAGES_H

const char *greeting(void);
double half(double n);
void count(int *numbers);

#endif
