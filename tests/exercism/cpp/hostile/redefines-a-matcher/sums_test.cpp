#include "sums.h"

#include <catch2/catch_all.hpp>

TEST_CASE("divides")
{
    double const expected = 0.5;
    double const got = sums::divide(1, 2);
    REQUIRE_THAT(got, Catch::Matchers::WithinAbs(expected, 1e-9));
}
