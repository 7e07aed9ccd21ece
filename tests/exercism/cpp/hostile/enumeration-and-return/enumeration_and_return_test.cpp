#include "enumeration_and_return.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

CATCH_REGISTER_ENUM(sums::kind, sums::kind::even, sums::kind::odd)

TEST_CASE("even") {
    auto const two = (sums::of(2));
    REQUIRE(two == sums::kind::even);
}
