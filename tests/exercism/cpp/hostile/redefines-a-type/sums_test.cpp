#include <catch2/catch_all.hpp>

#include "sums.h"

TEST_CASE("divides")
{
    double const expected = 0.5;
    double const got = sums::divide(1, 2);
    REQUIRE(got == expected);
}
