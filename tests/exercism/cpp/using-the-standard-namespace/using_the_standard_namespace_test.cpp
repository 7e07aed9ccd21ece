#include "using_the_standard_namespace.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("an empty path")
{
    REQUIRE(Path{} == string{});
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("the origin")
{
    const bool same = origin() == make_pair(0, 0);
    REQUIRE(same);
}

TEST_CASE("elsewhere")
{
    const bool same = origin() == make_pair(0, 1);
    REQUIRE(same);
}
#endif
