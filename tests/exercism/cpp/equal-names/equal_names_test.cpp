#include "equal_names.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

// Catch2 lets tests have one name if their tags differ.

TEST_CASE("empty text", "[upper][0b6d]")
{
    REQUIRE(words::upper("") == "");
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("short text", "[upper][1c52]")
{
    REQUIRE(words::upper("ab") == "AB");
}

TEST_CASE("empty text", "[twice][77e0]")
{
    REQUIRE(words::twice("") == "");
}

TEST_CASE("short text", "[twice][9f1a]")
{
    REQUIRE(words::twice("ab") == "abab!");
}
#endif
