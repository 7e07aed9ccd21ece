#include "unknown_name.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("adds")
{
    REQUIRE(sums::add(1, 2) == 3);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("doubles")
{
    REQUIRE(sums::twice(2) == 4);
}
#endif
