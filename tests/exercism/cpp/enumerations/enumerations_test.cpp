#include "enumerations.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

CATCH_REGISTER_ENUM(sizes::size, sizes::size::small, sizes::size::large)

TEST_CASE("small")
{
    REQUIRE(sizes::of(2e-9) == sizes::size::small);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("large")
{
    REQUIRE(sizes::of(1) == sizes::size::large);
}
#endif
