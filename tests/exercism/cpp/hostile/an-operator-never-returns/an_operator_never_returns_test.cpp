#include "an_operator_never_returns.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

#include <stdexcept>
#include <string>

TEST_CASE("ground") {
    REQUIRE(lift::floor_of('G') == 0);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("first") {
    SECTION("the first") { REQUIRE(1 == lift::floor_of('1')); }
}

TEST_CASE("nowhere") {
    REQUIRE_THROWS_AS(lift::floor_of('?'), std::domain_error);
}
#endif
