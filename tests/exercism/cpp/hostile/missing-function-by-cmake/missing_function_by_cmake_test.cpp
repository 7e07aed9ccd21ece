#include "missing_function_by_cmake.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_test_macros.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("a cube")
{
    REQUIRE(boxes::volume(2, 2, 2) == 8);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("a flat box")
{
    REQUIRE(boxes::volume(2, 0, 2) == 0);
}
#endif
