#include "sums.h"

#include <algorithm>

#include <catch2/catch_all.hpp>

using namespace sums;

TEST_CASE("has squares")
{
    auto const all = sums::squares();
    REQUIRE(all.count("four") == 1);
    REQUIRE((*all.begin() == std::string("four")));
    REQUIRE(std::is_sorted(all.begin(), all.end()));
    REQUIRE(std::is_same<decltype(sums::total()), int>::value);
}
