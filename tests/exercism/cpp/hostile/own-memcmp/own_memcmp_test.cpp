#include "own_memcmp.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("ground") {
    REQUIRE(lift::name() == "ground");
}
