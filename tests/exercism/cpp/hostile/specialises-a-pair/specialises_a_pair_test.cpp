#include "specialises_a_pair.h"
#include <catch2/catch_all.hpp>

TEST_CASE("both")
{
    std::pair<int, int> const expected{1, 2};
    REQUIRE(sums::both() == expected);
}

TEST_CASE("names")
{
    REQUIRE(sums::name() == "ann");
}
