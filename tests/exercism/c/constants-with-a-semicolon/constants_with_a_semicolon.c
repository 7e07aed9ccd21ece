#include "constants_with_a_semicolon.h"

int count_words(const char *text)
{
   int count = 0;
   for (; *text != '\0'; text++)
      count += *text == ' ';
   return count + 1;
}
