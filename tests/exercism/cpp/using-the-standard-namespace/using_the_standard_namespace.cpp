#include "using_the_standard_namespace.h"

bool operator==(const Point& one, const pair<int, int>& other)
{
    return equal_x(one, other.first) && one.y == other.second;
}

Point origin() { return {0, 0}; }
