#include "sums.h"

#include <cstring>

#include <catch2/catch_test_macros.hpp>

TEST_CASE("has a name")
{
    REQUIRE(std::strcmp(sums::name(), "ann") == 0);
}
