#ifndef SKIPS_UNDER_CONDITIONS_H
#define SKIPS_UNDER_CONDITIONS_H

int value(void);

#endif
