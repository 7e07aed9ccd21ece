#include "redefines_behind_a_scenario.h"
#include <catch2/catch_all.hpp>

SCENARIO("sums of one")
{
    REQUIRE(sums::of(2) == 2);
}

SCENARIO("sums of two")
{
    REQUIRE(sums::of(2) == 4);
}
