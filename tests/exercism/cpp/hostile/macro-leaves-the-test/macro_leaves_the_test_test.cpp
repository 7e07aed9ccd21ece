#include "macro_leaves_the_test.h"
#include <catch2/catch_all.hpp>

TEST_CASE("adds")
{
    REQUIRE(sums::add(1, 2) == 3);
}

TEST_CASE("acts")
{
    int const once = (sums::act(4));
    REQUIRE(once == 4);
}

TEST_CASE("doubles")
{
    REQUIRE(sums::twice(4) == 8);
}

TEST_CASE("halves")
{
    REQUIRE(sums::half(4) == 2);
}
