#include "user_output.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("nothing")
{
    REQUIRE(talk::say("") == 1);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("short")
{
    REQUIRE(talk::say("Hello, world!") == 1);
}

TEST_CASE("by C")
{
    REQUIRE(talk::print("from printf") == 1);
}

TEST_CASE("at the limit")
{
    REQUIRE(talk::repeat("x", 500) == 1);
}

TEST_CASE("over the limit")
{
    REQUIRE(talk::over("x") == 1);
}

TEST_CASE("multibyte at the limit")
{
    REQUIRE(talk::repeat("é", 500) == 1);
}

TEST_CASE("multibyte over the limit")
{
    REQUIRE(talk::over("é") == 1);
}

TEST_CASE("on failure")
{
    REQUIRE(talk::say("before it fails") == 2);
}

TEST_CASE("on standard error")
{
    REQUIRE(talk::err("an aside") == 1);
}
#endif
