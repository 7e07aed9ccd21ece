#include "sums.h"

#include <catch2/catch_all.hpp>

TEST_CASE("has a name")
{
    std::string const expected = "ann";
    REQUIRE(sums::name() == expected);
}
