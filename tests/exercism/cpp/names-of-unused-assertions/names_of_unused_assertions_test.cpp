#include "names_of_unused_assertions.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("the first")
{
    REQUIRE(levels::first() == "info");
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("there is none below zero")
{
    REQUIRE(levels::of(-7) == -1);
}
#endif
