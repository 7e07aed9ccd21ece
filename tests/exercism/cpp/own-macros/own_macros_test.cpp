#include "own_macros.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("of nothing")
{
    REQUIRE(checksum::of(0) == 7);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("of a large number")
{
    REQUIRE(checksum::of(40) == 27);
}
#endif
