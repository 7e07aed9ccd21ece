#include "ignores_what_it_equals.h"

#include <catch2/catch_all.hpp>

TEST_CASE("adds")
{
    REQUIRE(sums::sum_of(1, 2) == 3);
}

TEST_CASE("adds more")
{
    REQUIRE(sums::sum_of(4, 5) == 9);
}
