#include "sums.h"

#include <catch2/catch_all.hpp>

template <typename T>
void require_same(T const& a, T const& b)
{
    REQUIRE(a == b);
}

TEST_CASE("adds")
{
    require_same(sums::sum_of(1, 2), 3);
}
