#include "skips_itself_by_cmake.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("adds")
{
    REQUIRE(sums::add(1, 2) == 3);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("acts")
{
    const int got = sums::act(4);
    REQUIRE(got == 4);
}

TEST_CASE("doubles")
{
    REQUIRE(sums::twice(4) == 8);
}

TEST_CASE("halves")
{
    REQUIRE(sums::half(4) == 2);
}
#endif
