#include "unsynchronised_output.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("the first step")
{
    REQUIRE(steps::next(1) == 2);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("the second step")
{
    REQUIRE(steps::next(2) == 3);
}

TEST_CASE("the third step, twice")
{
    REQUIRE(steps::next(3) == 4);
    REQUIRE(steps::next(3) == 5);
}
#endif
