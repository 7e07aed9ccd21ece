#include "several_files.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("adds")
{
    REQUIRE(sums::add(1, 2) == 3);
}

TEST_CASE("adds negative numbers")
{
    REQUIRE(sums::add(-1, -2) == -3);
}
