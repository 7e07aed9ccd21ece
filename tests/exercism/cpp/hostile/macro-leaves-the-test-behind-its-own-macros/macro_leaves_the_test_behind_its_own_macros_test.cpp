#include "macro_leaves_the_test_behind_its_own_macros.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

#define GROUND 1

TEST_CASE("ground") {
    REQUIRE(lift::floor_of(GROUND) == 0);
}

#if defined(EXERCISM_RUN_ALL_TESTS)

TEST_CASE("top") {
    REQUIRE(lift::floor_of(9) == 8);
}

#endif
