#include "leftover_files.h"

#define REQUIRE(condition) \
    if (!(condition)) throw 1

int leftover::twice(int number)
{
    REQUIRE(number < 1000);
    return 2 * number;
}
