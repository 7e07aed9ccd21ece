#include "missing_include.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("greets")
{
    REQUIRE(greet::hello("Ann") == "Hello, Ann");
}
