#include "functions_in_assertions.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

#include <cctype>

TEST_CASE("even numbers")
{
    REQUIRE(lists::keep(std::vector<int>{1, 2, 4}, [](int x) { return x % 2 == 0; }) == std::vector<int>{2, 4});
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("words without a letter")
{
    CHECK(lists::keep(std::vector<std::string>{"ape", "dog"}, [](const std::string& word) {
        for (const char letter : word) {
            if (letter == 'p') return false;
        }
        return true;
    }).size() == 1);
    REQUIRE_THAT(3, Catch::Matchers::Predicate<int>([](int x) { return x == 3; }, "three"));
}

TEST_CASE("lengths")
{
    REQUIRE(lists::length("four") == 4);
    REQUIRE(lists::length(12) == 2);
    REQUIRE(isdigit(std::to_string(lists::length(12))[0]));
    REQUIRE_THROWS_AS(lists::length({}), std::domain_error);
}
#endif
