#include "skips_under_conditions.h"

#include <catch2/catch_all.hpp>

TEST_CASE("what stands behind is run") {
    if (value() == 7)
        SKIP("not for seven");
    REQUIRE(value() == 3);
}

TEST_CASE("what stands in the else is run") {
    if (value() == 7)
        SKIP();
    else
        REQUIRE(value() == 2);
}
