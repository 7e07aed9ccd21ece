#include "leaves_a_brace_open.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_test_macros.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("ground") {
    REQUIRE(lift::name(0) == "ground");
}
