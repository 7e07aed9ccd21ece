#include "greets_its_tests_itself.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("ground") {
    REQUIRE(lift::floor_of(1) == 71);
}

#if defined(EXERCISM_RUN_ALL_TESTS)

TEST_CASE("roof") {
    REQUIRE(lift::floor_of(2) == 94);
}

#endif
