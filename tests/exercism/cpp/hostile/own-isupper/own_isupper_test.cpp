#include "own_isupper.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

#include <cctype>

TEST_CASE("begins like a name") {
    REQUIRE(isupper(lift::name()[0]));
}
