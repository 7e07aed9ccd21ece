#include "own_case_of_a_template.h"
#include <catch2/catch_test_macros.hpp>
template <class T> void check(T const& a, T const& b) { REQUIRE(a == b); }
TEST_CASE("one") { check(leap::kind("1"), std::string("other")); REQUIRE(leap::Base().size() == leap::twice(1) + 1); if (leap::twice(2) == 4) { REQUIRE(true); } }
TEST_CASE("two") { check(leap::kind(1), std::string("int")); for (int i = 0; i < leap::twice(1); ++i) { REQUIRE(i < 2); } }
