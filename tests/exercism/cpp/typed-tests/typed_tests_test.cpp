#include "typed_tests.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

#include <map>
#include <tuple>
#include <vector>

TEMPLATE_TEST_CASE("doubles numbers", "[task_1]", int, long)
{
    const TestType two = 2;
    REQUIRE(twice::of(two) == 4);
}

TEST_CASE("doubles text", "[task_2]")
{
    REQUIRE(twice::of(std::string{"ab"}) == "abab");
}

TEMPLATE_TEST_CASE("has a size", "[task_1]", int*, const char*, unsigned long, double) { REQUIRE(sizeof(TestType) == 8); }

TEMPLATE_PRODUCT_TEST_CASE("is empty",
    "",
    (std::vector), (int, float)) {
    REQUIRE(TestType{}.empty());
}

TEMPLATE_TEST_CASE("is empty alone", "", (std::map<int, long>)) { REQUIRE(TestType{}.empty()); }

TEMPLATE_PRODUCT_TEST_CASE("is empty alone, too", "", (std::map), ((int, long)))
{
    REQUIRE(TestType{}.empty());
}

TEMPLATE_TEST_CASE_SIG("is four alone", "[task_1]", ((int V, int W), V, W), (1, 4)) { REQUIRE(twice::of(V + V) == W); }

using Types = std::tuple<std::string, std::vector<int>>;
TEMPLATE_LIST_TEST_CASE("is empty in a list", "", Types) { REQUIRE(TestType{}.empty()); }

template <typename T>
struct Fixture {
    T value{};
};
TEMPLATE_LIST_TEST_CASE_METHOD(Fixture, "is empty in a fixture", "", Types) { REQUIRE(this->value.empty()); }

#define BEHIND " by a macro"
TEST_CASE("named" BEHIND) { REQUIRE(twice::of(3) == 6); }

TEST_CASE("doubles nothing") { REQUIRE(twice::of(0) == 0); }
