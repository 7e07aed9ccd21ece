#include "sums.h"

#include <catch2/catch_all.hpp>

inline bool same(int a, int b) { return a == b; }

TEST_CASE("adds")
{
    REQUIRE(same(sums::sum_of(1, 2), 3));
}
