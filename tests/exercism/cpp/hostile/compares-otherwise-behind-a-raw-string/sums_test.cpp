#include "sums.h"

#include <algorithm>

#include <catch2/catch_all.hpp>

TEST_CASE("has squares")
{
    auto const all = sums::squares();
    REQUIRE(all.count("four") == 1);
    REQUIRE((*all.begin() == "four"));
    REQUIRE(std::is_sorted(all.begin(), all.end()));
    REQUIRE(std::is_same<decltype(sums::total()), int>::value);
}
