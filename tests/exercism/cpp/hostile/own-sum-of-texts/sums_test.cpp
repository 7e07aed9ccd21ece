#include "sums.h"

#include <catch2/catch_test_macros.hpp>

TEST_CASE("adds")
{
    REQUIRE(sums::sum_of(1, 2) == 3);
}

TEST_CASE("adds more")
{
    REQUIRE(sums::sum_of(4, 5) == 9);
}
