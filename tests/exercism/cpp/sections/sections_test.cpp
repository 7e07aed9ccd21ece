#include "sections.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

struct Fixture {
    int ten = 10;
};

TEST_CASE("sections are not split")
{
    SECTION("the first")
    {
        CHECK(nums::half(4) == 2);
    }
    SECTION("the second")
    {
        CHECK(nums::half(5) == 3);
        CHECK(nums::half(6) == 3);
    }
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("generated values")
{
    const int n = GENERATE(2, 4, 6);
    CAPTURE(n);
    REQUIRE(nums::half(n) * 2 == n);
}

TEST_CASE_METHOD(Fixture, "with a fixture")
{
    REQUIRE(nums::half(ten) == 5);
}

SCENARIO("halving")
{
    GIVEN("an even number")
    {
        THEN("it is halved") { REQUIRE(nums::half(8) == 4); }
    }
}

TEST_CASE("a table")
{
    const struct {
        int number;
        int half;
    } rows[] = {{2, 1}, {7, 4}};
    for (const auto& row : rows) {
        INFO("half of " << row.number);
        CHECK(nums::half(row.number) == row.half);
    }
}
#endif
