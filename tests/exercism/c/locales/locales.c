#include "locales.h"

#include <locale.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

bool same_letters(const char *locale, const char *a, const char *b)
{
   wchar_t left[32];
   wchar_t right[32];
   if (setlocale(LC_ALL, locale) == NULL)
      return false;
   if (mbstowcs(left, a, 32) != mbstowcs(right, b, 32))
      return false;
   for (size_t i = 0; left[i] != L'\0'; i++)
      if (towlower(left[i]) != towlower(right[i]))
         return false;
   return true;
}
