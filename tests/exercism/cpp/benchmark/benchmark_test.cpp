#include "benchmark.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("adds up to one")
{
    REQUIRE(sums::up_to(1) == 1);
}

#ifdef EXERCISM_RUN_ALL_TESTS
TEST_CASE(
    // a comment before the name
    "adds up to ten",
    // and one before the tags
    "[task_2]")
{
    REQUIRE(sums::up_to(10) == 55);
}
#else
TEST_CASE("on the student's own computer")
{
    REQUIRE(sums::up_to(0) == 0);
}
#endif  // EXERCISM_RUN_ALL_TESTS

#if defined(EXERCISM_INCLUDE_BENCHMARK)
TEST_CASE("benchmark")
{
    BENCHMARK("up to a thousand") { return sums::up_to(1000); };
}
#endif

#ifndef EXERCISM_TEST_SUITE
TEST_CASE("without the test suite")
{
    REQUIRE(sums::up_to(2) == 3);
}
#endif
