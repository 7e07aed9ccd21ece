#include "redefines_a_note.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("sums") {
    INFO("of two numbers");
    REQUIRE(sums::of(2) == 4);
}
