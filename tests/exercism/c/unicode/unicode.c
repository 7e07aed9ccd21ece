#include "unicode.h"

#include <stdio.h>

const char *greeting(const char *name)
{
   printf("Grüße an %s 🐑\n", name);
   return "こんにちは";
}
