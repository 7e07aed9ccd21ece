#ifndef PRINTED_BEFORE_A_CRASH_H
#define PRINTED_BEFORE_A_CRASH_H

typedef enum { KETTLE, TOASTER, OVEN, FRIDGE, MIXER, STOVE, DISHWASHER } device_t;

int power_of(device_t device);

#endif
