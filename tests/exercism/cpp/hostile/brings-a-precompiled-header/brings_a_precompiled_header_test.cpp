#include "brings_a_precompiled_header.h"
#include <catch2/catch_all.hpp>

TEST_CASE("lists")
{
    std::vector<int> const expected{1, 2, 3};
    REQUIRE(sums::list() == expected);
}

TEST_CASE("names")
{
    REQUIRE(sums::name() == "ann");
}
