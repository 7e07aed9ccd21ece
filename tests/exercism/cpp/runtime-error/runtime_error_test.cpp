#include "runtime_error.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("the first letter")
{
    REQUIRE(letters::at("abc", 0) == 'a');
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("there is no such letter")
{
    REQUIRE(letters::at("abc", 3) == 'd');
}

TEST_CASE("an exception is wanted")
{
    REQUIRE_THROWS_AS(letters::at("abc", 2), std::domain_error);
}

TEST_CASE("out of an assertion")
{
    const char letter = letters::at("", 0);
    REQUIRE(letter == 'a');
}

TEST_CASE("the last letter")
{
    REQUIRE(letters::at("abc", 2) == 'c');
}
#endif
