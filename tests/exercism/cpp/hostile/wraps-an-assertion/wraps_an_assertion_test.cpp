#include "wraps_an_assertion.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("ground") {
    REQUIRE(lift::floor_of(1) == 0);
}

#if defined(EXERCISM_RUN_ALL_TESTS)

TEST_CASE("top") {
    REQUIRE(lift::floor_of(9) == 8);
}

#endif
