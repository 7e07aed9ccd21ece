#include "hidden_tests.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("runs")
{
    REQUIRE(maybe::yes());
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("hidden", "[.]")
{
    REQUIRE(maybe::yes());
}

TEST_CASE("hidden by the name of a tag", "[.slow][task_2]")
{
    REQUIRE_FALSE(maybe::yes());
}

TEST_CASE("no test", "[.][!benchmark]")
{
    REQUIRE_FALSE(maybe::yes());
}
#endif
