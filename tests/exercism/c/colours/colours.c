#include "colours.h"

const char *colour(int code)
{
   switch (code) {
      case 31:
         return "\033[31mred\033[0m";
      case 32:
         return "green";
   }
   return "";
}
