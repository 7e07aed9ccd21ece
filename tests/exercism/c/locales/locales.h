#ifndef LOCALES_H
#define LOCALES_H

#include <stdbool.h>

bool same_letters(const char *locale, const char *a, const char *b);

#endif
