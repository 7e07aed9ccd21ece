#include "typed_tests.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEMPLATE_TEST_CASE("doubles numbers", "[task_1]", int, long)
{
    const TestType two = 2;
    REQUIRE(twice::of(two) == 4);
}

TEST_CASE("doubles text", "[task_2]")
{
    REQUIRE(twice::of(std::string{"ab"}) == "abab");
}
