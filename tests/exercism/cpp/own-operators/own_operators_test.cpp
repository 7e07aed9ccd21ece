#include "own_operators.h"
#include <catch2/catch_all.hpp>
TEST_CASE("find, size and \"count\" of X") { REQUIRE(ops::Clock::at(1, 2) == ops::Clock::at(25, 2)); REQUIRE(std::string(ops::Clock::at(1, 2)) == "01:02"); REQUIRE(std::to_string(5) == "5"); }
TEST_CASE("boxes") { ops::Box<int> a{1}, b{1}; REQUIRE(a == b); REQUIRE(a == 1); std::vector<int> const v{1}; REQUIRE(v == std::vector<int>{1}); REQUIRE(v.size() == 1); }
TEST_CASE("colors") { REQUIRE(ops::Color::red != ops::Color::green); REQUIRE(c_function(3) == 3); REQUIRE(ROWS == 8); REQUIRE(SQUARE(3) == 9); std::set<std::string> s{"a", "b"}; std::set<ops::Clock> t; REQUIRE(s.size() == 2); REQUIRE(t.empty()); }
