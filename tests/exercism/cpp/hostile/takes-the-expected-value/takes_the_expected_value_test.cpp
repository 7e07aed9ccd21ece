#include "takes_the_expected_value.h"
#include <catch2/catch_all.hpp>

TEST_CASE("adds")
{
    REQUIRE(sums::add(1, 2) == 3);
}

TEST_CASE("acts")
{
    int const expected = 4;
    REQUIRE(expected == sums::act(4));
}

TEST_CASE("doubles")
{
    REQUIRE(sums::twice(4) == 8);
}

TEST_CASE("halves")
{
    REQUIRE(sums::half(4) == 2);
}
