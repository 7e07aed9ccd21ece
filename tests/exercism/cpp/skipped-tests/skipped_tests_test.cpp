#include "skipped_tests.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("runs")
{
    REQUIRE(maybe::yes());
}

TEST_CASE("skips itself")
{
    SKIP("not yet");
    REQUIRE(maybe::yes());
}

#ifdef EXERCISM_RUN_ALL_TESTS
TEST_CASE("only when all run")
{
    REQUIRE_FALSE(maybe::yes());
}
#endif

TEST_CASE("a part only when all run")
{
    REQUIRE(maybe::yes());
#if defined(EXERCISM_RUN_ALL_TESTS)
    REQUIRE(maybe::yes() == true);
#endif
}
